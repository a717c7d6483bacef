//! Players of Dead Man's Draw: the ladder of hand-written ones, weakest first, and the way to all of
//! them by name.
//!
//! | noun | file |
//! |---|---|
//! | `one-card`, `stop-at-random`, `threshold`, `expert` | one file each |
//! | `look-ahead`, and the table of a policy | `look_ahead`, `trained` |
//! | an agent's name to the agent | `factory` |

mod expert;
mod factory;
mod look_ahead;
mod one_card;
mod stop_at_random;
mod threshold;
mod trained;

pub use expert::{Expert, ExpertOptions};
pub use factory::{FURTHER, Factory, LADDER, from_spec};
pub use look_ahead::LookAhead;
pub use one_card::OneCard;
pub use stop_at_random::StopAtRandom;
pub use threshold::Threshold;
pub use trained::Trained;

use super::rules::{Action, State};

/// A player. One value plays one match at a time; it is asked in turn and must answer with an action
/// that is legal in the state it is shown.
///
/// The state knows no more of the draw pile than both players have seen: its cards, and the next one if
/// an oracle has shown it.
pub trait Agent: Send {
    /// A new match begins: forget what belonged to the last one.
    fn start_match(&mut self) {}

    /// What to do.
    fn decide(&mut self, state: &State) -> Action;
}
