//! Players of Tricky Eights: the ladder of the contest's document, weakest first, and the way to all
//! of them by name.
//!
//! | noun | file |
//! |---|---|
//! | what a player may see | `sight` |
//! | where the cards may be, for players who remember more or less | `knowledge` |
//! | what a hand is worth, and which card to choose | `judgement` |
//! | `random`, `pseudo-random` | one file each |
//! | `memoryless`, `poor-memory`, `card-counter` | `thinker` |
//! | `search` | `search` |
//! | the table of a policy file | `trained` |
//! | an agent's name to the agent | `factory` |

mod factory;
mod judgement;
mod knowledge;
mod pseudo_random;
mod random;
pub mod search;
mod sight;
mod thinker;
mod trained;

pub use factory::{Factory, LADDER};
pub use judgement::{Judgement, Weights};
pub use knowledge::{Hidden, Knowledge, Memory};
pub use pseudo_random::PseudoRandom;
pub use random::Random;
pub use search::{Search, SearchOptions};
pub use sight::Sight;
pub use thinker::Thinker;
pub use trained::Trained;

use super::rules::Card;

/// A player. One value plays one game at a time; it is asked in turn and must answer with a card that
/// is legal in what it sees.
pub trait Agent: Send {
    /// A new game begins: forget what belonged to the last one.
    fn start_game(&mut self) {}

    /// Which card to take or play.
    fn choose(&mut self, sight: &Sight<'_>) -> Card;
}
