//! The agents of Challenge: the hand-written ones, weakest first, the person at the
//! terminal, and a factory that makes them by name.
//!
//! | noun | file |
//! |---|---|
//! | the random numbers of an agent | `dice` |
//! | `random`, `lowest`, `greedy`, `greedy-challenge`, `expert` | one file or folder each |
//! | fixed opponents with faults | `sparring` |
//! | a person | `human` |
//! | a policy file | `trained` |
//! | a policy file and re-solving | `resolving` |
//! | an agent from outside the contest | `outside` |
//! | a policy file, and responses to a model of the opponent | `adaptive` |
//! | one such agent at some scores, another at the others | `by_score` |
//! | the factory of agents by name | `factory` |

mod adaptive;
mod by_score;
mod dice;
mod expert;
mod factory;
mod greedy;
mod greedy_challenge;
mod human;
mod lowest;
mod outside;
mod random;
mod resolving;
mod sparring;
mod trained;

pub use adaptive::{Account, Adaptive, AdaptiveOptions, AdaptiveSetup};
pub use by_score::ByScore;
pub use dice::Dice;
pub use expert::{Expert, ExpertOptions};
pub use factory::{FURTHER, Factory, HAND_WRITTEN, PERSON};
pub use greedy::Greedy;
pub use greedy_challenge::{GreedyChallenge, Thresholds};
pub use human::Human;
pub use lowest::Lowest;
pub use outside::Outside;
pub use random::Random;
pub use resolving::{Resolving, Setup};
pub use sparring::{Fault, Sparring};
pub use trained::{Source, Trained, choices, score_of, state_of};

use cardsharp_challenge_game::observation::{HandSeen, Observation};
use cardsharp_challenge_game::rules::Move;
use cardsharp_challenge_solver::opponent::OpponentModel;
use serde::{Deserialize, Serialize};

/// What a player keeps from game to game against the same opponent.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Memory {
    /// The number of hands seen.
    pub hands: u64,
    /// The number of games won.
    pub won: u64,
    /// The number of games lost.
    pub lost: u64,
    /// The model of the opponent.
    pub model: Option<OpponentModel>,
    /// What departures from the policy have won.
    pub account: Account,
}

/// A player. One value plays one game at a time. For each request it must return a move that is
/// legal in the given position.
pub trait Agent: Send {
    /// A new game begins: drop the state of the last one.
    fn start_game(&mut self) {}

    /// Plays without a clock, as in matches inside this process: the requested work is done in
    /// full.
    fn play_without_clock(&mut self) {}

    /// The move to make.
    fn decide(&mut self, observation: &Observation) -> Move;

    /// The probabilities of the moves in this position, given the seed, of those that are not 0. `None`
    /// if the player does not know them.
    fn probabilities(&mut self, _: &Observation) -> Option<Vec<(Move, f64)>> {
        None
    }

    /// A hand is over in which no penalty was taken and nothing was missed. Players without a memory
    /// need not be told.
    fn see_hand(&mut self, _: &HandSeen) {}

    /// What the player keeps from game to game against the same opponent.
    fn memory(&self) -> Option<&Memory> {
        None
    }

    /// Another opponent comes: takes over the memory of earlier games against them, if there is one.
    fn recall(&mut self, _: Option<&Memory>) {}

    /// What the player believes of the opponent, in words: one line for each belief.
    fn memory_in_words(&self) -> Vec<String> {
        Vec::new()
    }

    /// True if the player has left the game. Its last answer does not count then, and it must not
    /// be asked again. A person may leave, and so does an outside agent that has failed.
    fn has_left(&self) -> bool {
        false
    }
}
