//! The players of Dead Man's Draw: the hand-written agents, weakest first, and the lookup of all
//! agents by name.
//!
//! | noun | file |
//! |---|---|
//! | `one-card`, `stop-at-random`, `threshold`, `expert` | one file each |
//! | `look-ahead`, and the table of a policy | `look_ahead`, `trained` |
//! | an agent from outside the contest | `outside` |
//! | from an agent's name to the agent | `factory` |

mod expert;
mod factory;
mod look_ahead;
mod one_card;
mod outside;
mod stop_at_random;
mod threshold;
mod trained;

pub use expert::{Expert, ExpertOptions};
pub use factory::{FURTHER, Factory, HAND_WRITTEN};
pub use look_ahead::LookAhead;
pub use one_card::OneCard;
pub use outside::Outside;
pub use stop_at_random::StopAtRandom;
pub use threshold::Threshold;
pub use trained::Trained;

use cardsharp_dead_mans_draw_game::rules::{Action, State};

/// A player. One value plays one match at a time. In its turn, it chooses an action that is legal in
/// the given state.
///
/// The state contains no more of the draw pile than both players have seen: its cards, and the next
/// card if an oracle has shown it.
pub trait Agent: Send {
    /// Begins a new match. The agent forgets the last one.
    fn start_match(&mut self) {}

    /// Chooses the action.
    fn decide(&mut self, state: &State) -> Action;

    /// True if the player has left the match. Its last answer does not count then, and it must not be asked again. Only
    /// an outside agent that has failed leaves.
    fn has_left(&self) -> bool {
        false
    }
}
