//! The best response, computed one hand at a time, is compared with brute force over the explicit tree. The games are
//! small members of the family, and the strategies have perfect or imperfect recall.

use cardsharp::contests::challenge::infosets::{HandGame, HandState, NAMES, Payoffs, by_name};
use cardsharp::contests::challenge::measure::{Extent, MeasureOptions, Report, leader_value, measure, measure_by_hand};
use cardsharp::contests::challenge::policy::{HandStrategy, TrainedPolicy};
use cardsharp::contests::challenge::rules::Params;
use cardsharp::interval::quantile;
use cardsharp_solvers::best_response::{expected_value, exploitability};
use cardsharp_solvers::game::{Game, Player};
use cardsharp_solvers::sampled::{ExternalSampling, Preset};
use cardsharp_solvers::strategy::{Strategy, Uniform};

const ALL_HANDS: MeasureOptions = MeasureOptions { hands: None, seed: 0, class: 0, extent: Extent::BySeat };

const TOTAL: MeasureOptions = MeasureOptions { extent: Extent::Total, ..ALL_HANDS };

const UNEVEN: Payoffs = Payoffs { win: 0.7, lose: 0.35, tie: 0.45 };

fn game(ranks: u8, copies: u8, hand_size: u8, payoffs: Payoffs) -> HandGame {
    HandGame::new(Params::new(ranks, copies, hand_size).unwrap(), vec![payoffs])
}

/// An arbitrary strategy: a hash of the information set, some actions never taken.
struct Scrambled(u64);

impl Strategy<HandGame> for Scrambled {
    fn probabilities(&self, game: &HandGame, state: &HandState, out: &mut [f64]) {
        let mut bits = game.infoset(state).0 ^ self.0;
        for share in out.iter_mut() {
            bits = (bits ^ (bits >> 31)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            *share = ((bits >> 40) % 4) as f64;
        }
        let sum: f64 = out.iter().sum();
        if sum == 0.0 {
            out.fill(1.0);
        }
        let sum: f64 = out.iter().sum();
        out.iter_mut().for_each(|share| *share /= sum);
    }
}

impl HandStrategy for Scrambled {
    fn public_part(&self, _state: &HandState) -> Option<u64> {
        None
    }
}

/// A strategy that returns NaN wherever it has a choice.
struct Broken;

impl Strategy<HandGame> for Broken {
    fn probabilities(&self, _game: &HandGame, _state: &HandState, out: &mut [f64]) {
        out.fill(f64::NAN);
    }
}

impl HandStrategy for Broken {
    fn public_part(&self, _state: &HandState) -> Option<u64> {
        None
    }
}

#[test]
fn what_is_not_a_number_comes_to_no_figure() {
    let game = game(3, 3, 2, UNEVEN);
    let some = MeasureOptions { hands: Some(4), ..ALL_HANDS };
    for options in [ALL_HANDS, TOTAL, some] {
        let found = measure(&game, &Broken, options, &|| ());
        assert!(found.clone().checked().is_err(), "{found:?}");
        assert!(measure(&game, &Uniform, options, &|| ()).checked().is_ok());
    }
}

/// The single-precision measure of all hands at once agrees with that of one hand at a time.
fn assert_whole_agrees(game: &HandGame, strategy: &impl HandStrategy, by_hand: &Report, what: &str) {
    let whole = measure(game, strategy, ALL_HANDS, &|| ());
    let near = |one: f64, other: f64, of: &str| {
        assert!((one - other).abs() < 2e-6, "{what}, {of}: {one} is not {other}");
    };
    near(whole.nash_conv, by_hand.nash_conv, "NashConv");
    let total = measure(game, strategy, TOTAL, &|| ());
    near(total.nash_conv, by_hand.nash_conv, "NashConv alone");
    for (whole, by_hand) in whole.seats.iter().zip(&by_hand.seats) {
        near(whole.gain, by_hand.gain, whole.seat);
        let parts: f64 = whole.by_first_decision.iter().map(|(_, part)| part).sum();
        near(parts, whole.gain, "shares");
        // The leader's best first action is ambiguous if two actions have the same value.
        for (decision, part) in whole.by_first_decision.iter().filter(|_| whole.seat == "follower") {
            let same = by_hand.by_first_decision.iter().find(|(other, _)| other == decision);
            near(*part, same.map_or(0.0, |(_, part)| *part), &decision.to_string());
        }
    }
}

fn assert_same_as_brute_force(game: &HandGame, strategy: &impl HandStrategy, what: &str) {
    let brute = exploitability(game, strategy);
    let report = measure_by_hand(game, strategy, ALL_HANDS, &|| ());
    assert_whole_agrees(game, strategy, &report, what);
    for (seat, gain) in report.seats.iter().zip(brute.gains()) {
        assert!((seat.gain - gain).abs() < 1e-9, "{what}, {}: {} is not {gain}", seat.seat, seat.gain);
        let parts: f64 = seat.by_first_decision.iter().map(|(_, part)| part).sum();
        assert!((parts - seat.gain).abs() < 1e-9, "{what}: shares sum to {parts}");
    }
    assert!((report.nash_conv - brute.nash_conv()).abs() < 1e-9);
}

#[test]
fn scrambled_strategies_are_measured_as_brute_force_measures_them() {
    for (ranks, copies, hand_size) in
        [(3, 2, 1), (2, 2, 2), (3, 2, 2), (4, 1, 2), (2, 3, 3), (3, 2, 3), (4, 4, 3), (2, 4, 4)]
    {
        for seed in 0..4 {
            let game = game(ranks, copies, hand_size, UNEVEN);
            let what = format!("{} seed {seed}", game.rules());
            assert_same_as_brute_force(&game, &Scrambled(seed), &what);
        }
    }
}

#[test]
fn the_uniform_strategy_is_measured_as_brute_force_measures_it() {
    for (ranks, copies, hand_size) in [(4, 1, 2), (3, 2, 3), (3, 3, 3)] {
        let game = game(ranks, copies, hand_size, UNEVEN);
        assert_same_as_brute_force(&game, &Uniform, &game.rules().to_string());
    }
}

/// Recipes that keep different features for each number of tricks.
const RECIPES: [&str; 3] = ["seen+own2", "own+took+pairs+stake", "all,seen+own+led"];

#[test]
fn trained_strategies_are_measured_as_brute_force_measures_them() {
    let game = game(3, 3, 2, Payoffs::EARLY);
    for name in NAMES.into_iter().chain(RECIPES) {
        let infosets = by_name(name, &game).unwrap();
        let mut solver = ExternalSampling::new(&game, &*infosets, Preset::ALL[0].seed(5).max_memory(1 << 26)).unwrap();
        solver.advance(30_000);
        assert_same_as_brute_force(&game, &solver, name);
    }
}

/// Slow: brute force over each kind of policy.
#[test]
fn a_policy_file_is_measured_as_brute_force_measures_it() {
    let folder = tempfile::tempdir().unwrap();
    let sampled = NAMES.into_iter().chain(RECIPES);
    let sampled = sampled.map(|name| (name, "pruned-mccfr"));
    let by_ranges = RECIPES.into_iter().chain(["seen"]);
    for (name, solver) in sampled.chain(by_ranges.map(|name| (name, "range-mccfr"))) {
        // With so few iterations, many public states and hands are never reached.
        let path = folder.path().join(format!("{name}-{solver}"));
        let options = ["--solver", solver, "--iterations", "40", "--hands", "0", "--score", "0,0", "--quiet"];
        assert_cmd::Command::cargo_bin("cardsharp")
            .unwrap()
            .args(["train", "challenge(ranks=3,copies=3,hand_size=3)"])
            .args(["--infosets", name, "--out"])
            .arg(&path)
            .args(options)
            .assert()
            .success();
        let (policy, damage) = TrainedPolicy::load(&path).unwrap();
        assert!(damage.is_none());
        assert_same_as_brute_force(&policy.game, &policy, name);
    }
}

/// Slow: three trainings to convergence, on one thread.
#[test]
fn perfect_recall_converges_and_forgetting_does_not_do_better() {
    let game = game(3, 2, 3, Payoffs::EARLY);
    // With several threads the order of the updates depends on the load of the machine.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    let train = |name| {
        let infosets = by_name(name, &game).unwrap();
        let mut solver = ExternalSampling::new(&game, &*infosets, Preset::ALL[0].seed(5).max_memory(1 << 26)).unwrap();
        solver.advance(400_000);
        exploitability(&game, &solver).nash_conv()
    };
    let reached = pool.unwrap().install(|| NAMES.map(train));
    let [tricks, seen, recall] = reached;
    assert!(recall < 0.01, "{reached:?}");
    assert!(recall <= seen + 0.002 && seen <= tricks + 0.002, "{reached:?}");
}

/// Trains by traversals of public states, in a file. The NashConv of this training is exact.
fn trained_by_ranges(folder: &std::path::Path, game: &str, name: &str, iterations: u64) -> TrainedPolicy {
    let path = folder.join(format!("{name}-{iterations}.policy"));
    let iterations = iterations.to_string();
    assert_cmd::Command::cargo_bin("cardsharp")
        .unwrap()
        .args(["train", game, "--infosets", name, "--out"])
        .arg(&path)
        .args(["--solver", "range-mccfr", "--iterations", &iterations])
        .args(["--hands", "0", "--score", "0,0", "--threads", "1", "--quiet", "--force"])
        .assert()
        .success();
    TrainedPolicy::load(&path).unwrap().0
}

/// Slow: two trainings to convergence.
#[test]
fn traversals_of_public_states_converge_where_everything_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let game = "challenge(ranks=3,copies=3,hand_size=3)";
    let nash_conv = |name: &str, iterations: u64| {
        let policy = trained_by_ranges(folder.path(), game, name, iterations);
        measure(&policy.game, &policy, ALL_HANDS, &|| ()).nash_conv
    };
    let [before, after] = [300, 30_000].map(|iterations| nash_conv("all", iterations));
    assert!(after < 0.01 && after < before / 3.0, "{before} {after}");
    let forgetful = nash_conv("tricks,tricks", 30_000);
    assert!(after < forgetful, "{after} {forgetful}");
}

#[test]
fn one_thread_repeats_traversals_of_public_states_to_the_byte() {
    let folder = tempfile::tempdir().unwrap();
    let game = "challenge(ranks=4,copies=4,hand_size=2)";
    let bytes = |name: &str| {
        trained_by_ranges(folder.path(), game, name, 500);
        std::fs::read(folder.path().join(format!("{name}-500.policy"))).unwrap()
    };
    assert_eq!(bytes("seen+own"), bytes("seen+own"));
    // With one past, the words change only the name.
    assert_ne!(bytes("seen+own"), bytes("seen"));
}

#[test]
fn a_sample_of_hands_agrees_with_all_of_them_within_its_interval() {
    let game = game(4, 3, 2, Payoffs::EARLY);
    let all = measure(&game, &Scrambled(9), ALL_HANDS, &|| ());
    let mut inside = 0;
    for seed in 0..40 {
        let options = MeasureOptions { hands: Some(60), seed, class: 0, extent: Extent::BySeat };
        let sampled = measure(&game, &Scrambled(9), options, &|| ());
        inside += u32::from((sampled.nash_conv - all.nash_conv).abs() <= sampled.half_width);
    }
    // 95 % of 40 is 38; fewer than 32 has a chance of less than one in a thousand.
    assert!(inside >= 32, "{inside} of 40");
}

#[test]
fn intervals_of_few_hands_cover_what_they_say() {
    const HANDS: usize = 8;
    let game = game(13, 8, 2, Payoffs::EARLY);
    let all = measure(&game, &Uniform, ALL_HANDS, &|| ());
    // Student's t has a wider interval than the normal distribution by this factor.
    let wider = quantile(HANDS as f64 - 1.0) / quantile(f64::INFINITY);
    let (mut covered, mut by_normal) = (0, 0);
    for seed in 0..1000 {
        let options = MeasureOptions { hands: Some(HANDS), seed, class: 0, extent: Extent::BySeat };
        let sampled = measure(&game, &Uniform, options, &|| ());
        let off = (sampled.nash_conv - all.nash_conv).abs();
        covered += u32::from(off <= sampled.half_width);
        by_normal += u32::from(off <= sampled.half_width / wider);
    }
    assert!((930..=970).contains(&covered), "{covered} of 1000");
    assert!(by_normal < 930, "{by_normal} of 1000 by the normal quantile");
}

#[test]
fn playing_hands_out_finds_the_leaders_value() {
    let game = game(3, 3, 2, UNEVEN);
    let exact = expected_value(&game, &Scrambled(2), Player::ZERO);
    let (mean, half_width) = leader_value(&game, &Scrambled(2), 0, 200_000, 4);
    assert!((mean - exact).abs() < 2.0 * half_width, "{mean} is not {exact}");
}
