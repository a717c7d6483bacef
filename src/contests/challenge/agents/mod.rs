//! Players of Challenge: the ladder of hand-written ones, weakest first, the person at the terminal,
//! and the way to all of them by name.
//!
//! | noun | file |
//! |---|---|
//! | what a player knows | `sight` |
//! | an agent's own chance | `dice` |
//! | `random`, `lowest`, `greedy`, `greedy-challenge`, `expert` | one file or folder each |
//! | a person | `human` |
//! | a policy file | `trained` |
//! | a policy file and re-solving | `resolving` |
//! | an agent's name to the agent | `factory` |

mod dice;
mod expert;
mod factory;
mod greedy;
mod greedy_challenge;
mod human;
mod lowest;
mod random;
mod resolving;
mod sight;
mod trained;

pub use dice::Dice;
pub use expert::{Expert, ExpertOptions};
pub use factory::{FURTHER, Factory, LADDER, from_spec};
pub use greedy::Greedy;
pub use greedy_challenge::{GreedyChallenge, Thresholds};
pub use human::Human;
pub use lowest::Lowest;
pub use random::Random;
pub use resolving::{Resolving, Setup};
pub use sight::{Sight, TrickSeen};
pub use trained::{Source, Trained, choices, score_of, state_of};

use super::rules::Move;

/// A player. One value plays one game at a time; it is asked in turn and must answer with a move
/// that is legal in the position it is shown.
pub trait Agent: Send {
    /// A new game begins: forget what belonged to the last one.
    fn start_game(&mut self) {}

    /// Time does not count here, as in matches inside this process: what was asked for is done in full.
    fn play_without_clock(&mut self) {}

    /// The move to make.
    fn decide(&mut self, sight: &Sight) -> Move;

    /// Whether the player has left the table. What it answered last does not count then, and it must
    /// not be asked again. Only a person ever leaves.
    fn has_left(&self) -> bool {
        false
    }
}
