//! The check of the game contract: the games with known values pass, and every violation is found.
#![allow(clippy::unwrap_used)] // The lint's exception for tests does not reach what they call.
use cardsharp_solvers::contract::{self, CheckOptions, Coverage, History, Report, Violation};
use cardsharp_solvers::game::{Fraction, Game, InfosetKey, Player, Turn};
use cardsharp_solvers::games::{GameVisitor, KnownGame};
use rand::Rng;

/// The fault of a [`Small`] game. Each is the violation of the same name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    NothingToDo,
    TooDeep,
    ChanceNotPositive,
    ChanceSum,
    FractionMissing,
    FractionDiffers,
    FractionSum,
    FractionsTooFine,
    NoSuchPlayer,
    SharedKey,
    ActionCount,
    SharedActionName,
    ActionOrder,
    PerfectRecall,
    SharedName,
    SecondName,
    Bounds,
    UtilityNotFinite,
    UtilityOutside,
    BoundNotTight,
    NotAChild,
    DrawFrequency,
}

impl Fault {
    const ALL: [Fault; 22] = [
        Fault::NothingToDo,
        Fault::TooDeep,
        Fault::ChanceNotPositive,
        Fault::ChanceSum,
        Fault::FractionMissing,
        Fault::FractionDiffers,
        Fault::FractionSum,
        Fault::FractionsTooFine,
        Fault::NoSuchPlayer,
        Fault::SharedKey,
        Fault::ActionCount,
        Fault::SharedActionName,
        Fault::ActionOrder,
        Fault::PerfectRecall,
        Fault::SharedName,
        Fault::SecondName,
        Fault::Bounds,
        Fault::UtilityNotFinite,
        Fault::UtilityOutside,
        Fault::BoundNotTight,
        Fault::NotAChild,
        Fault::DrawFrequency,
    ];

    /// There is no wildcard: a new violation needs a new fault.
    fn of(violation: &Violation) -> Fault {
        match violation {
            Violation::NothingToDo { .. } => Fault::NothingToDo,
            Violation::TooDeep { .. } => Fault::TooDeep,
            Violation::ChanceNotPositive { .. } => Fault::ChanceNotPositive,
            Violation::ChanceSum { .. } => Fault::ChanceSum,
            Violation::FractionMissing { .. } => Fault::FractionMissing,
            Violation::FractionDiffers { .. } => Fault::FractionDiffers,
            Violation::FractionSum { .. } => Fault::FractionSum,
            Violation::FractionsTooFine { .. } => Fault::FractionsTooFine,
            Violation::NoSuchPlayer { .. } => Fault::NoSuchPlayer,
            Violation::SharedKey { .. } => Fault::SharedKey,
            Violation::ActionCount { .. } => Fault::ActionCount,
            Violation::SharedActionName { .. } => Fault::SharedActionName,
            Violation::ActionOrder { .. } => Fault::ActionOrder,
            Violation::PerfectRecall { .. } => Fault::PerfectRecall,
            Violation::SharedName { .. } => Fault::SharedName,
            Violation::SecondName { .. } => Fault::SecondName,
            Violation::Bounds { .. } => Fault::Bounds,
            Violation::UtilityNotFinite { .. } => Fault::UtilityNotFinite,
            Violation::UtilityOutside { .. } => Fault::UtilityOutside,
            Violation::BoundNotTight { .. } => Fault::BoundNotTight,
            Violation::NotAChild { .. } => Fault::NotAChild,
            Violation::DrawFrequency { .. } => Fault::DrawFrequency,
        }
    }
}

/// Chance deals the first player a low or a high card, one to two. The first player, the second, and the first again
/// may double the stake of 1, or rather add 1 to it. The state is the indices so far.
#[derive(Default)]
struct Small {
    fault: Option<Fault>,
}

impl Small {
    fn has(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }

    fn outcomes(&self) -> usize {
        if self.has(Fault::FractionsTooFine) { 3 } else { 2 }
    }
}

impl Game for Small {
    type State = Vec<usize>;

    fn root(&self) -> Vec<usize> {
        Vec::new()
    }

    fn turn(&self, state: &Vec<usize>) -> Turn {
        let dealt_high = state.first() == Some(&1);
        let (player, actions) = match state.len() {
            0 => {
                let outcomes = self.outcomes();
                return Turn::Chance { outcomes };
            }
            2 if self.has(Fault::NothingToDo) && dealt_high => (Player::ONE, 0),
            2 if self.has(Fault::NoSuchPlayer) => (Player::new(2), 2),
            2 if self.has(Fault::ActionCount) && dealt_high => (Player::ONE, 3),
            2 => (Player::ONE, 2),
            1 | 3 => (Player::ZERO, 2),
            _ if self.has(Fault::TooDeep) => (Player::ZERO, 2),
            _ => return Turn::Terminal,
        };
        Turn::Decision { player, actions }
    }

    fn child(&self, state: &Vec<usize>, index: usize) -> Vec<usize> {
        let mut child = state.clone();
        child.push(index);
        child
    }

    fn chance_probability(&self, _state: &Vec<usize>, index: usize) -> f64 {
        match self.fault {
            Some(Fault::ChanceNotPositive) => index as f64,
            Some(Fault::ChanceSum) | Some(Fault::FractionsTooFine) => 1.0 / 3.0,
            _ => (index as f64 + 1.0) / 3.0,
        }
    }

    fn chance_fraction(&self, _state: &Vec<usize>, index: usize) -> Option<Fraction> {
        let fraction = |numerator, denominator| Some(Fraction { numerator, denominator });
        match (self.fault, index) {
            (Some(Fault::FractionMissing), 1) => None,
            (Some(Fault::FractionDiffers), 1) => fraction(2, 0),
            (Some(Fault::FractionSum), 0) => fraction(333_333_333_333, 1_000_000_000_000),
            (Some(Fault::FractionsTooFine), _) => {
                let whole = [1 << 63, 3_u64.pow(40), 5_u64.pow(27)][index];
                fraction(whole / 3 + 1, whole)
            }
            _ => fraction(index as u64 + 1, 3),
        }
    }

    fn utility(&self, state: &Vec<usize>, player: Player) -> f64 {
        if self.has(Fault::UtilityNotFinite) && state == &[0, 1, 0, 1] {
            return f64::INFINITY;
        }
        let stake = 1 + state[1..].iter().sum::<usize>();
        let first_wins = state[0] > 0;
        let wins = first_wins == (player == Player::ZERO);
        if wins { stake as f64 } else { -(stake as f64) }
    }

    fn utility_bounds(&self) -> (f64, f64) {
        match self.fault {
            Some(Fault::Bounds) => (4.0, -4.0),
            Some(Fault::UtilityOutside) => (-4.0, 3.5),
            Some(Fault::BoundNotTight) => (-4.0, 4.5),
            _ => (-4.0, 4.0),
        }
    }

    fn infoset(&self, state: &Vec<usize>) -> InfosetKey {
        let seen = match state.len() {
            2 => &state[1..],
            3 if self.has(Fault::PerfectRecall) => &[state[0], 0, state[2]],
            _ => &state[..],
        };
        let bits = seen.iter().fold(1, |bits: u64, &index| bits.wrapping_mul(4) | index as u64);
        let tag = if self.has(Fault::SharedKey) { 0 } else { state.len() as u64 };
        InfosetKey(bits << 8 | tag)
    }

    fn action_name(&self, state: &Vec<usize>, index: usize) -> String {
        let swapped = self.has(Fault::ActionOrder) && state.first() == Some(&1);
        let names = match state.len() {
            0 => ["low", "high", "none"],
            2 if self.has(Fault::SharedActionName) => ["call"; 3],
            2 if swapped => ["call", "fold", "none"],
            2 => ["fold", "call", "none"],
            _ => ["pass", "bet", "none"],
        };
        names[index].to_owned()
    }

    fn infoset_name(&self, state: &Vec<usize>) -> String {
        match state.len() {
            3 if self.has(Fault::SharedName) => "last".to_owned(),
            2 if self.has(Fault::SecondName) => format!("{state:?}"),
            _ => format!("{:x}", self.infoset(state).0),
        }
    }

    fn sample_chance(&self, state: &Vec<usize>, rng: &mut impl Rng) -> Vec<usize> {
        match self.fault {
            Some(Fault::NotAChild) => vec![1, 0],
            Some(Fault::DrawFrequency) => self.child(state, rng.random_range(0..2)),
            _ => self.child(state, usize::from(rng.random_range(0..3) > 0)),
        }
    }
}

const WHOLE: CheckOptions =
    CheckOptions { most_histories: 1_000, walks: 100, deepest: 1_000, drawn_states: 4, draws: 2_000, seed: 5 };

#[test]
fn a_game_that_keeps_the_contract_is_counted() {
    let report = contract::check(&Small::default(), &WHOLE).unwrap();
    let counted = Report {
        coverage: Coverage::Whole,
        histories: 31,
        terminals: 16,
        chance_nodes: 1,
        decision_nodes: 14,
        infosets: vec![10, 2],
        max_actions: 2,
        depth: 4,
        utilities: (-4.0, 4.0),
    };
    assert_eq!(report, counted);
    assert_eq!(report.total_infosets(), 12);
}

#[test]
fn every_fault_is_caught_as_what_it_is_in_a_whole_walk() {
    for fault in Fault::ALL {
        let game = Small { fault: Some(fault) };
        let violation = contract::check(&game, &WHOLE).unwrap_err();
        assert_eq!(Fault::of(&violation), fault, "{violation}");
    }
}

#[test]
fn every_fault_that_one_state_or_two_show_is_caught_on_random_paths_too() {
    let options = CheckOptions { most_histories: 30, ..WHOLE };
    let report = contract::check(&Small::default(), &options).unwrap();
    assert_eq!(report.coverage, Coverage::Walks(100));
    assert_eq!(report.histories, 500);
    for fault in Fault::ALL {
        let game = Small { fault: Some(fault) };
        let checked = contract::check(&game, &options);
        if fault == Fault::BoundNotTight {
            assert!(checked.is_ok(), "random paths cannot tell: {checked:?}");
        } else {
            assert_eq!(Fault::of(&checked.unwrap_err()), fault);
        }
    }
}

#[test]
fn a_violation_says_where_it_is_by_the_names_of_the_moves() {
    let message = |fault| {
        let game = Small { fault: Some(fault) };
        contract::check(&game, &WHOLE).unwrap_err()
    };
    let low_bet = History(vec!["low".to_owned(), "bet".to_owned(), "fold".to_owned()]);
    let Violation::PerfectRecall { history, .. } = message(Fault::PerfectRecall) else {
        panic!("another violation");
    };
    assert_eq!(history, low_bet);
    assert_eq!(
        message(Fault::UtilityNotFinite).to_string(),
        "after low, bet, fold, bet: player 0 gets inf, not a finite number"
    );
    assert_eq!(
        message(Fault::FractionSum).to_string(),
        "at the root: the chance fractions sum to 2999999999999/3000000000000, not 1"
    );
}

struct Check;

impl GameVisitor for Check {
    type Output = Result<Report, Violation>;

    fn visit<G: Game>(self, game: &G) -> Result<Report, Violation> {
        contract::check(game, &CheckOptions::default())
    }
}

/// Slow: every history of every game is looked at.
#[test]
fn every_yardstick_keeps_the_contract() {
    let more = [
        "kuhn(players=4)",
        "liars-dice(numdice=2,dice_sides=2)",
        "goofspiel(points_order=ascending,returns_type=total_points)",
        "goofspiel(points_order=random,returns_type=point_difference)",
        "goofspiel(num_cards=2,returns_type=total_points)",
        "goofspiel(num_cards=3,returns_type=point_difference)",
    ];
    for name in KnownGame::PUBLISHED.into_iter().chain(more) {
        let report = name.parse::<KnownGame>().unwrap().visit(Check);
        let report = report.unwrap_or_else(|violation| panic!("{name}: {violation}"));
        assert_eq!(report.coverage, Coverage::Whole, "{name}");
        let kinds = report.terminals + report.chance_nodes + report.decision_nodes;
        assert_eq!(report.histories, kinds, "{name}");
    }
}

/// Slow: paths of the largest games are long, and many are walked.
#[test]
fn the_largest_yardsticks_keep_it_along_random_paths() {
    for name in [
        "kuhn(players=10)",
        "liars-dice(numdice=10,dice_sides=2)",
        "liars-dice(numdice=1,dice_sides=20)",
        "liars-dice(numdice=3,dice_sides=6)",
        "goofspiel(num_cards=8,points_order=random)",
    ] {
        let report = name.parse::<KnownGame>().unwrap().visit(Check);
        let report = report.unwrap_or_else(|violation| panic!("{name}: {violation}"));
        assert!(matches!(report.coverage, Coverage::Walks(_)), "{name}");
    }
}
