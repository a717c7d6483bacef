//! The hand as a game of ranges, against the same hand with every deal written out.

use cardsharp_challenge_game::rules::{Params, Rank};
use cardsharp_challenge_solver::infosets::{HandGame, Payoffs};
use cardsharp_challenge_solver::ranges::{LastTrick, RangeHand, first_moves};
use cardsharp_solvers::cfr::{Cfr, Preset};
use cardsharp_solvers::game::Player;
use cardsharp_solvers::lp;
use cardsharp_solvers::range::{Bf16, RangeCfr, RangeOptions, Root};
use cardsharp_solvers::tree::Tree;

const SMALL: [(u8, u8, u8); 5] = [(3, 2, 1), (3, 2, 2), (2, 3, 2), (4, 1, 2), (3, 2, 3)];

/// With these payoffs, no two outcomes have the same value by accident. If two had, rounding would decide the play.
const PAYOFFS: Payoffs = Payoffs { win: 0.5731, lose: 0.4417, tie: 0.5093 };

fn hand(rules: Params, last_trick: LastTrick) -> RangeHand {
    RangeHand::new(rules, PAYOFFS).unwrap().with_last_trick(last_trick)
}

/// True if the average begins with the first iteration, which is what these tests compare.
fn averages(preset: &Preset) -> bool {
    preset.averaging.skipped() == 0
}

/// The first strategies are uniform for any rounding. Later ones can depend on it if two actions have the same value.
#[test]
fn the_first_iteration_is_that_of_the_engine_that_writes_every_deal_out() {
    for (ranks, copies, size) in SMALL {
        let rules = Params::new(ranks, copies, size).unwrap();
        let tree = Tree::compile(&HandGame::new(rules, vec![PAYOFFS])).unwrap();
        for &preset in Preset::ALL.iter().filter(|preset| averages(preset)) {
            let mut explicit = Cfr::new(&tree, preset).planned(1);
            explicit.advance(1);
            let expected = explicit.exploitability();
            for how in [LastTrick::AtOnce, LastTrick::CardByCard] {
                let hand = hand(rules, how);
                let mut ranges = RangeCfr::new(&hand, preset.planned(1)).unwrap();
                ranges.advance(1);
                let found = ranges.exploitability();
                let what = format!("{rules} {} {how:?}", preset.name);
                let near = |one: f64, other: f64| {
                    assert!((one - other).abs() < 1e-6, "{what}: {one} and {other}");
                };
                near(found.values[0] + 0.5, expected.values[0]);
                near(found.best_responses[0] + 0.5, expected.best_responses[0]);
                near(found.best_responses[1] + 0.5, expected.best_responses[1]);
            }
        }
    }
}

/// The engine before decisions were evaluated with all their actions at once computed these numbers,
/// in the same precision: NashConv and the value to the leader after one iteration.
#[test]
fn the_first_iteration_is_that_of_the_walk_below_every_action() {
    for (ranks, size, nash_conv, value) in [
        (13, 3, 2.682_541e-1, 0.002_281_3),
        (5, 4, 3.109_163e-1, 0.002_290_8),
        (13, 2, 1.720_694e-1, 0.003_783_6),
        (9, 3, 2.648_607e-1, 0.002_479_4),
    ] {
        let rules = Params::new(ranks, 8, size).unwrap();
        let hand = RangeHand::new(rules, Payoffs::EARLY).unwrap();
        let mut ranges = RangeCfr::new(&hand, Preset::DCFR).unwrap();
        ranges.advance(1);
        let found = ranges.exploitability();
        let off = (found.nash_conv() - nash_conv).abs();
        assert!(off < 1e-6, "{rules}: {found:?}");
        assert!((found.values[0] - value).abs() < 1e-6, "{rules}: {found:?}");
    }
}

/// Half of the memory, pruning and both come to the same value, and a checkpoint continues to the byte. Slow: a hand of
/// 300 iterations is solved in three ways.
#[test]
fn compact_and_pruned_solvers_come_to_the_same_value() {
    let hand = hand(Params::new(5, 8, 3).unwrap(), LastTrick::AtOnce);
    let mut exact = RangeCfr::new(&hand, Preset::DCFR).unwrap();
    exact.advance(300);
    let value = exact.exploitability().values[0];
    for prunes in [false, true] {
        let options = RangeOptions { preset: Preset::DCFR, planned: Some(300), prunes, max_memory: u64::MAX };
        let root = Root::of(&hand);
        let new = || RangeCfr::<_, Bf16>::with_options(&hand, root.clone(), options).unwrap();
        let mut compact = new();
        compact.advance(300);
        let found = compact.exploitability();
        assert!(found.nash_conv() < 4e-3, "{found:?}");
        assert!((found.values[0] - value).abs() < 4e-3, "{found:?} {value}");
        let saved = |solver: &RangeCfr<'_, RangeHand, Bf16>| {
            let mut bytes = Vec::new();
            solver.save(&mut bytes).unwrap();
            bytes
        };
        let mut first = new();
        first.advance(2);
        let bytes = saved(&first);
        let mut second = RangeCfr::<_, Bf16>::resume(&hand, root.clone(), options, &mut &bytes[..]).unwrap();
        first.advance(2);
        second.advance(2);
        assert!(saved(&first) == saved(&second));
    }
}

/// Slow: the hand is solved with every preset.
#[test]
fn every_preset_finds_the_value_of_the_linear_program() {
    for (ranks, copies, size) in SMALL {
        let rules = Params::new(ranks, copies, size).unwrap();
        let tree = Tree::compile(&HandGame::new(rules, vec![PAYOFFS])).unwrap();
        let value = lp::solve(&tree).unwrap().plan.exploitability(&tree).values[0];
        for &preset in Preset::ALL.iter().filter(|preset| averages(preset)) {
            for how in [LastTrick::AtOnce, LastTrick::CardByCard] {
                let hand = hand(rules, how);
                let mut ranges = RangeCfr::new(&hand, preset.planned(400)).unwrap();
                let first = {
                    ranges.advance(1);
                    ranges.exploitability().nash_conv()
                };
                ranges.advance(399);
                let found = ranges.exploitability();
                let what = format!("{rules} {} {how:?}: {found:?}", preset.name);
                // Plain CFR is slow.
                let target = match preset.name {
                    "cfr" | "cfr-simultaneous" | "lcfr" => first / 20.0,
                    _ => first / 200.0,
                };
                let gap = found.nash_conv();
                assert!(gap < target, "{what}, at first {first}");
                assert!((found.values[0] + 0.5 - value).abs() <= gap + 1e-6, "{what} {value}");
            }
        }
    }
}

/// Slow: the hand is solved once for each number of threads.
#[test]
fn the_same_bytes_at_any_number_of_threads() {
    let rules = Params::new(13, 8, 3).unwrap();
    let hand = hand(rules, LastTrick::AtOnce);
    let with_threads = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build().unwrap().install(|| {
            let preset = Preset::by_name("pdcfr+").unwrap();
            let mut ranges = RangeCfr::new(&hand, preset.planned(4)).unwrap();
            ranges.advance(4);
            let players = [Player::ZERO, Player::ONE];
            let found = players.map(|player| (ranges.best_response(player), ranges.values(player)));
            (found, first_moves(&ranges))
        })
    };
    let one = with_threads(1);
    assert_eq!(one, with_threads(2));
    assert_eq!(one, with_threads(8));
}

/// Every hand, with the frequency with which the shoe deals it and a distribution over its actions.
/// Hands with more copies of a rank than the shoe has are left out.
///
/// Slow: a hand of three cards is solved.
#[test]
fn first_moves_are_those_of_every_hand_that_there_is() {
    let rules = Params::new(5, 2, 3).unwrap();
    let hand = hand(rules, LastTrick::AtOnce);
    let mut ranges = RangeCfr::new(&hand, Preset::by_name("dcfr").unwrap()).unwrap();
    ranges.advance(300);
    let moves = first_moves(&ranges);
    // Multisets of 3 of 5 ranks, without the 5 of one rank alone.
    let hands = 35 - 5;
    let leader: Vec<_> = moves.iter().filter(|one| one.player == Player::ZERO).collect();
    assert_eq!(leader.len(), hands);
    let follower = moves.len() - leader.len();
    // The follower answers a challenge, or one of five cards.
    assert_eq!(follower, hands * 6);
    for one in &moves {
        let sum: f64 = one.shares.iter().sum();
        assert!((sum - 1.0).abs() < 1e-5, "{one:?}");
    }
    let ways: f64 = leader.iter().map(|one| hand.ways(one.hand)).sum();
    assert_eq!(ways, 120.0, "three of ten cards");
}

/// The cells of decisions that are passed over must be passed over too.
#[test]
fn a_decision_is_the_same_whether_what_comes_before_it_is_shown_or_not() {
    let rules = Params::new(5, 3, 3).unwrap();
    let hand = hand(rules, LastTrick::AtOnce);
    let preset = Preset::by_name("dcfr").unwrap();
    let mut ranges = RangeCfr::new(&hand, preset.planned(50)).unwrap();
    ranges.advance(50);
    let shown = |below: u64| {
        let mut found = Vec::new();
        ranges.for_each_decision(&mut |decision| {
            if decision.public.history < 256 {
                found.push((decision.public.history, decision.strategy.to_vec()));
            }
            decision.public.history < below
        });
        found
    };
    let all = shown(u64::MAX);
    assert_eq!(shown(16), all, "what comes after two moves passed over");
    let first = shown(1);
    // The root, the decisions after five cards, and the decision after a challenge.
    assert_eq!(first.len(), 7);
    assert!(first.iter().all(|one| all.contains(one)));
    let mixed = |strategy: &Vec<f32>| strategy.iter().any(|share| !(0.01..0.99).contains(share));
    assert!(all.iter().any(|(_, strategy)| mixed(strategy)));
}

#[test]
fn more_memory_than_allowed_is_refused_before_it_is_taken() {
    let hand = hand(Params::CONTEST, LastTrick::AtOnce);
    let preset = Preset::by_name("cfr").unwrap();
    let refused = RangeCfr::new(&hand, preset.max_memory(1 << 20)).unwrap_err();
    assert_eq!(refused.allowed, 1 << 20);
    let small = RangeHand::new(Params::new(13, 8, 2).unwrap(), PAYOFFS).unwrap();
    let fits = RangeCfr::new(&small, preset).unwrap().size().bytes(&preset);
    assert!(RangeCfr::new(&small, preset.max_memory(fits)).is_ok());
    assert!(RangeCfr::new(&small, preset.max_memory(fits - 8)).is_err());
}

/// A shoe without some of its cards makes another game, but it must still contain two hands.
#[test]
fn a_shoe_may_lack_cards() {
    let rules = Params::new(3, 2, 2).unwrap();
    let cards = |ranks: &[u8]| ranks.iter().filter_map(|&rank| Rank::new(rank)).collect();
    let preset = Preset::by_name("dcfr").unwrap();
    let value = |left: &[u8]| {
        let hand = RangeHand::from_shoe(rules, PAYOFFS, cards(left)).unwrap();
        let mut ranges = RangeCfr::new(&hand, preset.planned(500)).unwrap();
        ranges.advance(500);
        ranges.exploitability().values[0]
    };
    // All cards alike: every trick is tied.
    let tie = PAYOFFS.tie - 0.5;
    assert!((value(&[2, 2, 2, 2, 2]) - tie).abs() < 1e-6);
    assert!((value(&[1, 1, 2, 2, 3, 3]) - value(&[1, 2, 2, 3, 3])).abs() > 1e-4);
    let refused = RangeHand::from_shoe(rules, PAYOFFS, cards(&[1, 2, 3])).unwrap_err();
    assert!(refused.to_string().contains("3 cards are left in the shoe"));
}
