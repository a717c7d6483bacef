//! The information that a player has been shown. Nothing is hidden but the order of the draw pile, so that agents get the
//! state of the match; this room has its form for agents outside the contest.
//!
//! | noun | file |
//! |---|---|
//! | [`Seen`]: a state as a record with named fields | `seen` |
//! | the actions by number | `actions` |

mod actions;
mod seen;

pub use actions::{ACTIONS, action_of, number_of};
pub use seen::{PlayerSeen, Seen};
