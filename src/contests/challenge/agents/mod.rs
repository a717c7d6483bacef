//! The agents of Challenge: the ladder of hand-written ones, weakest first, the person at the
//! terminal, and a factory that makes them by name.
//!
//! | noun | file |
//! |---|---|
//! | the random numbers of an agent | `dice` |
//! | `random`, `lowest`, `greedy`, `greedy-challenge`, `expert` | one file or folder each |
//! | a person | `human` |
//! | a policy file | `trained` |
//! | a policy file and re-solving | `resolving` |
//! | an agent from outside the contest | `outside` |
//! | one such agent at some scores, another at the others | `by_score` |
//! | the factory of agents by name | `factory` |

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
mod trained;

pub use by_score::ByScore;
pub use dice::Dice;
pub use expert::{Expert, ExpertOptions};
pub use factory::{FURTHER, Factory, LADDER, PERSON};
pub use greedy::Greedy;
pub use greedy_challenge::{GreedyChallenge, Thresholds};
pub use human::Human;
pub use lowest::Lowest;
pub use outside::Outside;
pub use random::Random;
pub use resolving::{Resolving, Setup};
pub use trained::{Source, Trained, choices, score_of, state_of};

use super::observation::Observation;
use super::rules::Move;

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

    /// True if the player has left the game. Its last answer does not count then, and it must not
    /// be asked again. A person may leave, and so does an outside agent that has failed.
    fn has_left(&self) -> bool {
        false
    }
}
