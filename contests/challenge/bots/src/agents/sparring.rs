//! `sparring`: fixed opponents, each with a fault, to measure agents that learn whom they play.

use rand::Rng;
use rand_chacha::ChaCha8Rng;

use super::greedy::greedy_card;
use super::greedy_challenge::strength;
use super::{Agent, Dice, Memory};
use crate::ChallengeGame;
use cardsharp_challenge_game::observation::{HandSeen, Observation};
use cardsharp_challenge_game::rules::{Due, Move};
use cardsharp_game::{AgentError, AgentSpec};
use serde::Deserialize;

/// The faults, by name.
const FAULTS: [(&str, Fault); 11] = [
    ("never-bluffs", Fault::Habit(Habit { offer: 0.72, ..PLAIN })),
    ("always-bluffs", Fault::Habit(Habit { bluff: 1.0, ..PLAIN })),
    ("calls", Fault::Habit(CALLS)),
    ("folds", Fault::Habit(FOLDS)),
    ("highest-first", Fault::Habit(Habit { cards: Cards::Highest, ..PLAIN })),
    ("tight", Fault::Habit(TIGHT)),
    ("loose", Fault::Habit(LOOSE)),
    ("random-with-skill", Fault::Habit(Habit { cards: Cards::Careless, slip: 0.2, ..PLAIN })),
    ("by-score", Fault::ByScore),
    ("changes", Fault::Changes),
    ("deceives", Fault::Deceives),
];

/// What a player always does.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Habit {
    /// The least strength for an offer.
    offer: f64,
    /// The least strength for an acceptance.
    accept: f64,
    /// The probability of an offer with a weaker hand.
    bluff: f64,
    /// The probability of doing the other thing about a challenge.
    slip: f64,
    /// The choice of cards.
    cards: Cards,
}

/// The choice of cards.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Cards {
    /// As `greedy`.
    Greedy,
    /// The highest.
    Highest,
    /// Any card in three of ten cases, else as `greedy`.
    Careless,
}

const PLAIN: Habit = Habit { offer: 0.62, accept: 0.6, bluff: 0.0, slip: 0.0, cards: Cards::Greedy };
const CALLS: Habit = Habit { accept: 0.0, ..PLAIN };
const FOLDS: Habit = Habit { accept: 2.0, ..PLAIN };
const TIGHT: Habit = Habit { offer: 0.85, accept: 0.85, ..PLAIN };
const LOOSE: Habit = Habit { offer: 0.35, accept: 0.35, ..PLAIN };

/// A fault of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fault {
    /// Always the same.
    #[allow(private_interfaces)] // Faults are made from names alone.
    Habit(Habit),
    /// Risks more the more points the player is behind.
    ByScore,
    /// Another habit every 200 hands.
    Changes,
    /// Rejects every challenge in the first 60 hands, and accepts every one later.
    Deceives,
}

/// The number of hands after which [`Fault::Changes`] changes.
const CHANGE_AFTER: u64 = 200;
/// The number of hands in which [`Fault::Deceives`] shows another player.
const FIRST_ACT: u64 = 60;

impl Fault {
    /// The fault that a specification names.
    pub(super) fn from_spec(spec: &AgentSpec) -> Result<Fault, AgentError> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Options {
            fault: Option<String>,
        }
        let wanted = format!("one of {}", FAULTS.map(|(name, _)| name).join(", "));
        let Options { fault } = spec.read()?;
        let named = fault.ok_or_else(|| spec.missing("fault", &wanted))?;
        let known = FAULTS.iter().find(|(name, _)| *name == named);
        let unknown = || spec.invalid("fault", &named, &wanted);
        known.map(|&(_, fault)| fault).ok_or_else(unknown)
    }

    fn habit(self, hands: u64, observation: &Observation) -> Habit {
        match self {
            Fault::Habit(habit) => habit,
            Fault::ByScore => {
                let behind = f64::from(observation.their_points) - f64::from(observation.own_points);
                let shift = 0.04 * behind;
                Habit { offer: PLAIN.offer - shift, accept: PLAIN.accept - shift, ..PLAIN }
            }
            Fault::Changes => {
                let habits = [TIGHT, CALLS, LOOSE, FOLDS];
                habits[(hands / CHANGE_AFTER) as usize % habits.len()]
            }
            Fault::Deceives if hands < FIRST_ACT => FOLDS,
            Fault::Deceives => CALLS,
        }
    }
}

/// A fixed opponent with a fault.
pub struct Sparring {
    fault: Fault,
    dice: Dice,
    memory: Memory,
}

impl Sparring {
    /// The opponent with this fault and this seed.
    pub fn new(fault: Fault, seed: u64) -> Sparring {
        Sparring { fault, dice: Dice::new(seed), memory: Memory::default() }
    }
}

impl Agent<ChallengeGame> for Sparring {
    fn start_game(&mut self) {
        self.dice.start_game();
    }

    fn choose(&mut self, observation: &Observation) -> Move {
        let habit = self.fault.habit(self.memory.hands, observation);
        let mut rng = self.dice.roll(observation);
        let slips = rng.random::<f64>() < habit.slip;
        let likes = |least: f64| (strength(observation) >= least) != slips;
        let may_win = !observation.is_certain_loss();
        let bluffs = rng.random::<f64>() < habit.bluff;
        match observation.due {
            Due::Answer if may_win && likes(habit.accept) => Move::Accept,
            Due::Answer => Move::Reject,
            Due::Card if observation.can_challenge && (bluffs || may_win && likes(habit.offer)) => Move::Offer,
            Due::Card => habit.card(observation, &mut rng),
        }
    }

    fn see(&mut self, _: &HandSeen) {
        self.memory.hands += 1;
    }

    fn memory(&self) -> Option<&Memory> {
        Some(&self.memory)
    }

    fn recall(&mut self, memory: Option<&Memory>) {
        self.memory = memory.cloned().unwrap_or_default();
    }
}

impl Habit {
    fn card(&self, observation: &Observation, rng: &mut ChaCha8Rng) -> Move {
        let any = || observation.hand.distinct();
        let card = match self.cards {
            Cards::Highest => observation.hand.highest(),
            Cards::Careless if rng.random::<f64>() < 0.3 => any().nth(rng.random_range(0..any().count().max(1))),
            _ => greedy_card(observation),
        };
        card.map_or(Move::Reject, Move::Play)
    }
}
