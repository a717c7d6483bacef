//! A solved hand as a folder of files, and the policy that is made of it.

use std::collections::HashMap;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::sync::LazyLock;

use cardsharp_challenge_bots::explore::PolicyExplorer;
use cardsharp_challenge_game::observation::parse_position;
use cardsharp_challenge_game::rules::Params;
use cardsharp_challenge_solver::infosets::{HandGame, HandSpace, HandState, Payoffs, Stake, by_name};
use cardsharp_challenge_solver::leaf_values::LeafExpectation;
use cardsharp_challenge_solver::measure::resolved::{best_responses_in_trunk, nash_conv_of, walk_all};
use cardsharp_challenge_solver::policy::{FINGERPRINT, TrainedPolicy};
use cardsharp_challenge_solver::ranges::{FixedStrategy, RangeHand};
use cardsharp_challenge_solver::resolve::{ResolveOptions, Subject, Trunk};
use cardsharp_challenge_solver::scores::Classes;
use cardsharp_challenge_solver::solved_hand::{FolderBuilder, HandFolder, Import, Imported};
use cardsharp_contest::explorer::{Explorer as _, Place};
use cardsharp_game::shard::Shard;
use cardsharp_policy::StrategyTable;
use cardsharp_policy::container::{Header, Kind};
use cardsharp_solvers::cfr::Preset;
use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::{RangeCfr, RangeGame, RangeTurn, Spot};
use cardsharp_solvers::sampled::Numbering;
use lzma_rust2::{XzOptions, XzWriter};

const RANKS: u8 = 3;
const CARDS: u8 = 4;
const PLAYS: usize = 4;
const PLAYERS: [Player; 2] = [Player::ZERO, Player::ONE];
const STEP: f64 = 0.0001;

fn rules() -> Params {
    Params::new(RANKS, 8, CARDS).unwrap()
}

/// By hand of a size: its place in the files.
fn places(space: &HandSpace, size: usize) -> Vec<usize> {
    let number = |cards: &[u8]| cards.iter().map(|&rank| 1_u64 << (4 * (rank - 1))).sum::<u64>();
    let hands: Vec<u64> = space
        .of_size(size)
        .map(|hand| {
            let cards: Vec<u8> = space.cards(hand).descending().map(|rank| rank.value()).collect();
            number(&cards)
        })
        .collect();
    let place = |own: &u64| hands.iter().filter(|other| *other < own).count();
    hands.iter().map(place).collect()
}

/// The folder of a hand that this crate has solved.
struct Writer<'a> {
    solver: &'a RangeCfr<'a, RangeHand>,
    trunk: HashMap<[usize; 3], Vec<u8>>,
    answers: HashMap<[usize; 2], Vec<u8>>,
    responses: HashMap<[usize; 3], Vec<f64>>,
    own: HashMap<[usize; 3], f32>,
}

impl Writer<'_> {
    fn add(&mut self, spot: &Spot<HandState>, [class, plays, number]: [usize; 3]) {
        if plays == PLAYS {
            return self.add_leaf(spot, [class, number]);
        }
        let hand = self.solver.game();
        let space = hand.space();
        let (layout, cells) = (hand.layout(&spot.public), self.solver.strategy_at(spot));
        let cards = usize::from(CARDS) - plays / 2;
        let fewer = places(space, cards - 1);
        let mut row = vec![0; usize::from(RANKS) * fewer.len()];
        for rank in 0..usize::from(RANKS) {
            for (local, place) in fewer.iter().enumerate() {
                row[rank * fewer.len() + place] = byte(cells[layout.range(rank)][local]);
            }
        }
        if class == 0 {
            let held = places(space, cards);
            let first = row.len();
            row.resize(first + held.len(), 0);
            for (local, place) in held.iter().enumerate() {
                row[first + place] = byte(cells[layout.range(usize::from(RANKS))][local]);
            }
        }
        self.trunk.insert([class, plays, number], row);
        for (action, next) in self.solver.after(spot) {
            if action == usize::from(RANKS) {
                self.add_answers(&next, plays, number);
            } else {
                let number = number * usize::from(RANKS) + action;
                self.add(&next, [class, plays + 1, number]);
            }
        }
    }

    fn add_answers(&mut self, spot: &Spot<HandState>, plays: usize, number: usize) {
        let cells = self.solver.strategy_at(spot);
        let cards = usize::from(CARDS) - plays.div_ceil(2);
        let held = places(self.solver.game().space(), cards);
        let mut row = vec![0; held.len()];
        for (local, place) in held.iter().enumerate() {
            row[*place] = (cells[local] * 254.0).round() as u8 + 1;
        }
        self.answers.insert([plays, number], row);
        let accepted = self.solver.after(spot).swap_remove(0);
        self.add(&accepted.1, [1 + plays, plays, number]);
    }

    fn add_leaf(&mut self, spot: &Spot<HandState>, [class, number]: [usize; 2]) {
        let hand = self.solver.game();
        let held = places(hand.space(), usize::from(CARDS) - PLAYS / 2);
        for player in PLAYERS {
            let other = &spot.ranges[player.opponent().index()];
            let masses = hand.masses(&spot.public, player, other);
            let values = self.solver.values_at(spot, player, true);
            let mut responses = vec![f64::NAN; held.len()];
            for (local, place) in held.iter().enumerate() {
                if masses[local] > 0.0 {
                    responses[*place] = f64::from(values[local] / masses[local]);
                }
            }
            let place = [class, player.index(), number];
            self.responses.insert(place, responses);
            let reach = spot.ranges[player.index()].iter().sum();
            self.own.insert(place, reach);
        }
    }

    fn write(&self, folder: &Path) {
        let space = self.solver.game().space();
        let ranks = usize::from(RANKS);
        let (mut trunk, mut answers, mut response, mut own) = (vec![], vec![], vec![], vec![]);
        for class in 0..=PLAYS {
            for plays in class.saturating_sub(1)..PLAYS {
                let cards = usize::from(CARDS) - plays / 2;
                let width = ranks * space.count(cards - 1) + if class == 0 { space.count(cards) } else { 0 };
                for number in 0..ranks.pow(plays as u32) {
                    let row = self.trunk.get(&[class, plays, number]).cloned();
                    trunk.extend(row.unwrap_or_else(|| vec![0; width]));
                    if class == 0 {
                        let row = self.answers.get(&[plays, number]).cloned();
                        let held = space.count(usize::from(CARDS) - plays.div_ceil(2));
                        answers.extend(row.unwrap_or_else(|| vec![0; held]));
                    }
                }
            }
        }
        let held = space.count(usize::from(CARDS) - PLAYS / 2);
        for class in 0..=PLAYS {
            for player in 0..2 {
                let mut runs = [vec![], vec![]];
                for number in 0..ranks.pow(PLAYS as u32) {
                    let place = [class, player, number];
                    own.extend(self.own.get(&place).copied().unwrap_or(0.0).to_le_bytes());
                    let mut before = 0;
                    let unknown = vec![f64::NAN; held];
                    for response in self.responses.get(&place).unwrap_or(&unknown) {
                        let known = !response.is_nan();
                        let code = if known { ((response + 0.5) / STEP).round() as i32 + 1 } else { 0 };
                        let zigzag = ((code - before) << 1) ^ ((code - before) >> 31);
                        runs[0].push(zigzag as u8);
                        runs[1].push((zigzag >> 8) as u8);
                        before = code;
                    }
                }
                response.extend(runs.concat());
            }
        }
        let about = format!(
            r#"{{"ranks": {RANKS}, "cards": {CARDS}, "copies": 8, "game": 0.5, "point": 0.06, "iterations": 400,
                "plays": {PLAYS}, "hands_left": {held}, "trunk_bytes": {}, "answer_bytes": {}, "step": {STEP}}}"#,
            trunk.len(),
            answers.len()
        );
        fs::write(folder.join("about.json"), about).unwrap();
        fs::write(folder.join("trunk.u8"), trunk).unwrap();
        fs::write(folder.join("own.f32"), own).unwrap();
        // One file in a piece, and one in two.
        let pack = |bytes: &[u8]| {
            let mut packed = XzWriter::new(Vec::new(), XzOptions::with_preset(6)).unwrap();
            packed.write_all(bytes).unwrap();
            packed.finish().unwrap()
        };
        fs::write(folder.join("answers.u8.xz"), pack(&answers)).unwrap();
        let packed = pack(&response);
        let (first, second) = packed.split_at(packed.len() / 2);
        fs::write(folder.join("worth.xz.0"), first).unwrap();
        fs::write(folder.join("worth.xz.1"), second).unwrap();
    }
}

fn byte(share: f32) -> u8 {
    (share * 255.0).round() as u8
}

/// The hand of all tests, which is solved once.
fn solved() -> &'static RangeCfr<'static, RangeHand> {
    static SOLVED: LazyLock<RangeCfr<'static, RangeHand>> = LazyLock::new(|| {
        static HAND: LazyLock<RangeHand> = LazyLock::new(|| RangeHand::new(rules(), Payoffs::EARLY).unwrap());
        let mut solver = RangeCfr::new(&*HAND, Preset::DCFR).unwrap();
        solver.advance(400);
        solver
    });
    &SOLVED
}

/// Writes the solved hand to `folder`.
fn write_solved(folder: &Path) {
    let mut writer = Writer {
        solver: solved(),
        trunk: HashMap::new(),
        answers: HashMap::new(),
        responses: HashMap::new(),
        own: HashMap::new(),
    };
    writer.add(&solved().root(), [0; 3]);
    writer.write(folder);
}

/// The same with the product's own writer.
fn write_built(folder: &Path) {
    let solver = solved();
    let mut builder = FolderBuilder::new(solver.game(), rules(), (PLAYS / 2) as u8, solver.iterations());
    builder.add_all(solver);
    builder.finish().write(folder).unwrap();
}

/// A policy that knows nothing.
fn base(infosets: &str) -> TrainedPolicy {
    base_of(rules(), infosets)
}

fn base_of(rules: Params, infosets: &str) -> TrainedPolicy {
    let game = || HandGame::new(rules, vec![Payoffs::EARLY]);
    let infosets = by_name(infosets, &game()).unwrap();
    let Numbering::Dense { cells } = infosets.numbering() else { unreachable!("a recipe numbers its rows") };
    let classes = Classes { payoffs: vec![Payoffs::EARLY], of_score: vec![0; 100] };
    let mut header = Header::new(Kind::Policy, rules.to_string(), FINGERPRINT);
    header.infosets = infosets.name().to_owned();
    let table = StrategyTable::quantized(vec![1; cells as usize]);
    TrainedPolicy::new(header, game(), classes, infosets, table)
}

const IMPORT: Import = Import { rounding: 1e-7 };

fn import(folder: &Path) -> Imported {
    let folder = HandFolder::read(folder).unwrap();
    IMPORT.policy(&folder, base("all,seen3+own3")).unwrap()
}

/// The stored tricks and the worths bracket the value that the solver has found, and are as good as the solution but
/// for the bytes. Slow: a hand is solved first, and what was made is measured exactly.
#[test]
fn a_solved_hand_makes_a_policy_as_good_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    write_solved(folder.path());
    let found = solved().exploitability();
    let (value, nash_conv) = (found.values[0], found.nash_conv());
    let Imported { hand, policy, .. } = import(folder.path());
    let file = folder.path().join("solved.policy");
    policy.save(&file).unwrap();
    let (read, _) = TrainedPolicy::load(&file).unwrap();
    assert_eq!(read.response_values, policy.response_values);
    let best = |policy: &TrainedPolicy| {
        let subject = Subject { hand: &hand, strategy: policy, class: 0, options: ResolveOptions::for_policy(policy) };
        best_responses_in_trunk(subject, &LeafExpectation::Worths(2))
    };
    let [leader, follower] = best(&read);
    let found = leader + follower;
    assert!(-follower - 1e-4 < value && value < leader + 1e-4, "{value}: {leader} {follower}");
    assert!(found < nash_conv + 4e-3, "{found}, as solved {nash_conv}");
    // The same with a strategy that is not the solution: the measure tells them apart.
    let uniform = TrainedPolicy { response_values: read.response_values.clone(), ..base("all,seen3+own3") };
    assert!(best(&uniform).iter().sum::<f64>() > 10.0 * found);
}

/// Every decision of the stored tricks is the solver's, but for the bytes. That includes the play right
/// after a challenge that was accepted before the last of the stored plays.
#[test]
fn every_stored_decision_is_that_of_the_solution() {
    let folder = tempfile::tempdir().unwrap();
    write_solved(folder.path());
    let Imported { policy, .. } = import(folder.path());
    let solver = solved();
    let mut fixed = FixedStrategy::new(solver.game().game(), &policy, 0);
    let mut spots = vec![solver.root()];
    let mut accepted = 0;
    while let Some(spot) = spots.pop() {
        if usize::from(spot.public.over) == PLAYS / 2 {
            continue;
        }
        let public = &spot.public;
        accepted += usize::from(public.stake == Stake::Accepted && public.over == 1 && public.table > 0);
        let played = fixed.cells(solver.game(), public);
        for (played, found) in played.iter().zip(solver.strategy_at(&spot)) {
            assert!((played - found).abs() < 0.01, "{played} for {found} in {public:?}");
        }
        spots.extend(solver.after(&spot).into_iter().map(|(_, next)| next));
    }
    assert!(accepted > 0);
}

/// Every byte that both writers know is nearly the same, and so are the worths where play leads. The product's writer leaves
/// out hands and public states to which it hardly does, and rounds worths by at most half of 256 steps.
#[test]
fn two_writers_of_a_solution_agree() {
    let (solver, hand) = (solved(), solved().game());
    let [written, built] = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    write_solved(written.path());
    write_built(built.path());
    let [written, built] = [&written, &built].map(|folder| import(folder.path()).policy);
    let (mut hands, mut errors) = ([0, 0], [0.0, 0.0]);
    let mut fixed = [&written, &built].map(|policy| FixedStrategy::new(hand.game(), policy, 0));
    let mut spots = vec![solver.root()];
    // No prior weight of a hand is larger.
    let unit = spots[0].ranges[0].iter().copied().fold(0.0, f32::max);
    while let Some(spot) = spots.pop() {
        if usize::from(spot.public.over) == PLAYS / 2 {
            for player in PLAYERS {
                let [expected, found] = [&written, &built].map(|policy| {
                    let responses = policy.response_values.as_ref().unwrap();
                    responses.row(spot.public.history, player)
                });
                let (Some(expected), Some(found)) = (expected, found) else {
                    continue;
                };
                let masses = hand.masses(&spot.public, player, &spot.ranges[player.opponent().index()]);
                let weights = masses.iter().zip(&spot.ranges[player.index()]);
                for ((expected, found), (mass, own)) in expected.iter().zip(&found).zip(weights) {
                    if !found.is_nan() {
                        let error = (expected - found).abs();
                        assert!(error < 0.13, "{expected} {found} in {:?}", spot.public);
                        errors[0] += mass * own * error;
                        errors[1] += mass * own;
                        hands[1] += 1;
                    }
                }
            }
            continue;
        }
        let RangeTurn::Decision { player } = hand.turn(&spot.public) else {
            continue;
        };
        let [expected, found] = fixed.each_mut().map(|fixed| fixed.cells(hand, &spot.public));
        let layout = hand.layout(&spot.public);
        let range = &spot.ranges[player.index()];
        for (cell, (expected, found)) in expected.iter().zip(&found).enumerate() {
            if range[layout.hand_of(cell)] > 3e-4 * unit {
                assert!((expected - found).abs() < 0.01, "{expected} {found} in {:?}", spot.public);
                hands[0] += 1;
            }
        }
        spots.extend(solver.after(&spot).into_iter().map(|(_, next)| next));
    }
    assert!(hands.iter().all(|&hands| hands > 1000), "{hands:?}");
    // Half of a step of either writer.
    assert!(errors[0] / errors[1] < 5.5e-4, "{errors:?}");
}

/// The ways to play two tricks without a challenge.
fn all_plays() -> impl Iterator<Item = [usize; PLAYS]> {
    (0..81).map(|number| [27, 9, 3, 1].map(|digit| number / digit % usize::from(RANKS)))
}

/// Worths are rounded where play seldom leads, by at most half of the coarsest step, and the file is smaller.
#[test]
fn worths_are_rounded_where_they_matter_least() {
    let folder = tempfile::tempdir().unwrap();
    write_solved(folder.path());
    let made = |rounding: f64| {
        let hand = HandFolder::read(folder.path()).unwrap();
        let Imported { policy, .. } = Import { rounding }.policy(&hand, base("all,seen3+own3")).unwrap();
        let file = folder.path().join("rounded.policy");
        policy.save(&file).unwrap();
        (policy.response_values.unwrap(), fs::metadata(file).unwrap().len())
    };
    let (exact, large) = made(1e-12);
    let (rounded, small) = made(3e-5);
    assert!(small < large, "{small} of {large} bytes");
    let hand = RangeHand::new(rules(), Payoffs::EARLY).unwrap();
    let errors: Vec<f64> = all_plays()
        .filter_map(|plays| {
            let end = plays.iter().fold(hand.root(), |public, &card| hand.act(&public, card));
            let rows = [exact.row(end.history, Player::ZERO)?, rounded.row(end.history, Player::ZERO)?];
            let errors = rows[0].iter().zip(&rows[1]).map(|(one, other)| f64::from((one - other).abs()));
            Some(errors.filter(|error| !error.is_nan()).fold(0.0, f64::max))
        })
        .collect();
    let [fine, coarse] = [
        errors.iter().fold(1.0, |least: f64, &error| least.min(error)),
        errors.iter().fold(0.0, |most: f64, &error| most.max(error)),
    ];
    assert!(4.0 * fine < coarse && coarse <= 128.0 * STEP + 1e-6, "{fine} {coarse}");
}

/// The pages show the values of the solution that a policy was made of: by the worths in its tricks, and by a solution of
/// their own below them.
#[test]
fn pages_of_a_solved_hand_show_its_values() {
    let folder = tempfile::tempdir().unwrap();
    write_solved(folder.path());
    let file = folder.path().join("solved.policy");
    import(folder.path()).policy.save(&file).unwrap();
    let explorer = PolicyExplorer::load(&file).unwrap();
    let (solver, hand) = (solved(), solved().game());
    let mut notes = Vec::new();
    for steps in [&[][..], &["2"], &["2", "challenge"], &["2", "3", "1", "challenge", "accept"], &["2", "3", "1", "2"]]
    {
        let mut spot = solver.root();
        for step in steps {
            let action = match *step {
                "challenge" => usize::from(RANKS),
                "accept" => 0,
                rank => rank.parse::<usize>().unwrap() - 1,
            };
            spot = solver.after(&spot).into_iter().find(|(taken, _)| *taken == action).unwrap().1;
        }
        let player = spot.public.to_move();
        let masses = hand.masses(&spot.public, player, &spot.ranges[player.opponent().index()]);
        let values = solver.values_at(&spot, player, false);
        let (mut met, mut sum) = (0.0, 0.0);
        for ((value, mass), own) in values.iter().zip(masses).zip(&spot.ranges[player.index()]) {
            sum += f64::from(value * own);
            met += f64::from(mass * own);
        }
        let place = Place { steps: steps.iter().map(|&step| step.to_owned()).collect(), ..Place::default() };
        let node = explorer.node(&place).unwrap();
        let found: f64 = node.hands.iter().map(|line| line.reach * line.value().unwrap()).sum();
        assert!((found - 0.5 - sum / met).abs() < 2e-3, "{steps:?}: {found} for {}", 0.5 + sum / met);
        // No hand gains more by another action than a solution leaves.
        let regret =
            node.hands.iter().map(|line| line.reach * line.regrets().into_iter().flatten().fold(0.0, f64::max));
        let regret: f64 = regret.sum();
        assert!(regret < 0.01, "{steps:?}: {regret}");
        notes.push(node.notes.last().unwrap().clone());
        for line in node.hands.iter().step_by(5) {
            let words = format!("hand={} {}", line.name.replace(' ', ","), position_of(steps));
            let values = explorer.values(&parse_position(&words).unwrap()).unwrap().unwrap();
            let known: Vec<f64> = line.values.iter().flatten().copied().collect();
            assert_eq!(values.into_iter().flatten().collect::<Vec<f64>>(), known, "{words}");
        }
    }
    assert!(notes[0].contains("worth where") && notes[4].contains("solved for this page"), "{notes:?}");
    // Cards of earlier hands change what a hand is worth.
    let counted = parse_position("hand=3,2,2,1 over=0 gone=3").unwrap();
    assert_eq!(explorer.values(&counted).unwrap(), None);
}

/// The words of a position after steps of the test above, besides the hand.
fn position_of(steps: &[&str]) -> &'static str {
    match steps {
        [] => "over=0",
        [_] => "over=0 table=2",
        [_, "challenge"] => "over=0 table=2 challenge=offered",
        [.., "accept"] => "over=1 led=yes played=2*-3 table=1 challenge=accepted accepted=1+",
        _ => "over=2 led=yes played=2*-3,2-1*",
    }
}

/// Re-solving begins where the worths stand, and offers them.
#[test]
fn the_worths_are_offered_where_the_third_trick_begins() {
    let folder = tempfile::tempdir().unwrap();
    write_solved(folder.path());
    let Imported { hand, policy, .. } = import(folder.path());
    let options = ResolveOptions::for_policy(&policy);
    assert_eq!((options.from, options.whole), (3, CARDS - 2));
    let responses = policy.response_values.as_ref().unwrap();
    let known = |plays: &[usize; PLAYS]| {
        let end = plays.iter().fold(hand.root(), |public, &card| hand.act(&public, card));
        PLAYERS.iter().all(|&player| responses.row(end.history, player).is_some())
    };
    let mut trunk = Trunk::new(&hand, &policy, 0, 0.001);
    for action in all_plays().find(known).unwrap() {
        assert_eq!(trunk.expected(Player::ZERO), None);
        trunk.act(action, &[]);
    }
    for player in PLAYERS {
        let row = responses.row(trunk.public().history, player).unwrap();
        let offered = trunk.expected(player).unwrap();
        let other = &trunk.ranges()[player.opponent().index()];
        let masses = hand.masses(trunk.public(), player, other);
        for ((offered, mass), response) in offered.iter().zip(masses).zip(row) {
            let response = if response.is_nan() { 0.5 } else { response };
            assert!((offered - mass * response).abs() <= 1e-6 * mass.max(1e-6));
        }
    }
}

/// The last two tricks are solved again, with more iterations and under the promise of the solution under way, which was
/// made with few. The NashConv of the whole, by exact best responses, is lower for it. Without the promise, or with that of
/// another strategy, hands would gain. Slow, because no smaller hand has two tricks before the last three.
#[test]
fn solving_the_last_tricks_again_brings_play_nearer_to_equilibrium() {
    let rules = Params::new(3, 8, 5).unwrap();
    let hand = RangeHand::new(rules, Payoffs::EARLY).unwrap();
    let mut solver = RangeCfr::new(hand.reduced(), Preset::DCFR).unwrap();
    solver.advance(80);
    let mut builder = FolderBuilder::new(&hand, rules, 2, solver.iterations());
    builder.add_all(&solver);
    let imported = IMPORT.policy(&builder.finish(), base_of(rules, "all,seen3+own3"));
    let Imported { hand, policy, .. } = imported.unwrap();
    let nash_conv = |whole, last_iterations| {
        let subject = Subject {
            hand: &hand,
            strategy: &policy,
            class: 0,
            options: ResolveOptions { whole, last_iterations, ..ResolveOptions::for_policy(&policy) },
        };
        let walked = walk_all(subject, 6, Shard::WHOLE, &|| ()).unwrap();
        nash_conv_of(subject, &walked).unwrap()
    };
    let [once, again] = [nash_conv(3, None), nash_conv(2, Some(40))];
    println!("{once} {again}");
    assert!(again < 0.8 * once, "{again} {once}");
}

/// Slow: a hand is solved first.
#[test]
fn a_folder_that_is_no_solved_hand_is_refused_by_the_name_of_the_file() {
    let whole = tempfile::tempdir().unwrap();
    write_solved(whole.path());
    let names = ["about.json", "trunk.u8", "answers.u8.xz", "worth.xz.0", "worth.xz.1", "own.f32"];
    for (name, change) in names.iter().flat_map(|name| [(name, "gone"), (name, "cut"), (name, "changed")]) {
        let folder = tempfile::tempdir().unwrap();
        for name in names {
            fs::copy(whole.path().join(name), folder.path().join(name)).unwrap();
        }
        let path = folder.path().join(name);
        let mut bytes = fs::read(&path).unwrap();
        match change {
            "gone" => fs::remove_file(&path).unwrap(),
            "cut" => fs::write(&path, &bytes[..bytes.len() / 2]).unwrap(),
            // Numbers without compression have no check.
            _ if ["trunk.u8", "own.f32"].contains(name) => continue,
            _ => {
                // In the text, in the first header, or in the last footer.
                let at = match *name {
                    "about.json" => bytes.len() / 2,
                    "worth.xz.0" => 8,
                    _ => bytes.len() - 6,
                };
                bytes[at] ^= 0x55;
                fs::write(&path, bytes).unwrap();
            }
        }
        let refused = HandFolder::read(folder.path()).map(|_| ()).unwrap_err().to_string();
        let file = name.split('.').next().unwrap();
        assert!(refused.contains(file), "{name} {change}: {refused}");
    }
}

/// A table that forgets the plays of the first tricks cannot hold them. Slow: a hand is solved first.
#[test]
fn a_base_that_forgets_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    write_solved(folder.path());
    let folder = HandFolder::read(folder.path()).unwrap();
    let refused = IMPORT.policy(&folder, base("tricks")).unwrap_err();
    assert!(refused.to_string().contains("forget"), "{refused}");
}
