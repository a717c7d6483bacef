//! The players of Tricky Eights: the agents that the contest's document ranks, weakest first, and
//! their lookup by name.
//!
//! | noun | file |
//! |---|---|
//! | the value of a card, by hand-set weights | `evaluator` |
//! | `random`, `pseudo-random` | one file each |
//! | `memoryless`, `poor-memory`, `card-counter` | `heuristic` |
//! | `search` | `search` |
//! | the table of a policy file | `trained` |
//! | an agent from outside the contest | `outside` |
//! | from an agent's name to the agent | `factory` |

mod evaluator;
mod factory;
mod heuristic;
mod outside;
mod pseudo_random;
mod random;
pub mod search;
mod trained;

pub use evaluator::{Evaluator, Weights};
pub use factory::{Factory, HAND_WRITTEN};
pub use heuristic::Heuristic;
pub use outside::Outside;
pub use pseudo_random::PseudoRandom;
pub use random::Random;
pub use search::{Search, SearchOptions};
pub use trained::Trained;

use cardsharp_tricky_eights_game::observation::Observation;
use cardsharp_tricky_eights_game::rules::Card;

/// A player. One value plays one game at a time. It is called at its turn, and must choose a
/// card that is legal in its observation.
pub trait Agent: Send {
    /// Begins a new game. The agent forgets the last one.
    fn start_game(&mut self) {}

    /// Chooses the card to take or play.
    fn choose(&mut self, observation: &Observation<'_>) -> Card;

    /// True if the player has left the game. Its last answer does not count then, and it must not be asked again. Only
    /// an outside agent that has failed leaves.
    fn has_left(&self) -> bool {
        false
    }
}
