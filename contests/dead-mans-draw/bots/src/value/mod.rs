//! The value of positions: the points at stake, and the probability to win, learnt by self-play.
//!
//! The learnt value is the probability to win the match of the player who is about to draw, if both players play by the
//! value. Every other action (stopping, choosing a card) leads to a draw of this player or of the opponent, or to the
//! end. Therefore one function for one kind of position is enough.
//!
//! | noun | file |
//! |---|---|
//! | the points that cards bring | `prospects` |
//! | the features of a position | `features` |
//! | the function | `network` |
//! | choices by the value, without looking ahead | `static_evaluation` |
//! | looking ahead | `search` |
//! | learning by self-play | `learning` |

mod features;
mod learning;
mod network;
mod prospects;
mod search;
mod static_evaluation;

pub use features::features;
pub use learning::{Learner, explored};
pub use network::{Network, WEIGHTS};
pub use prospects::Prospects;
pub use search::{Limits, Search};
pub use static_evaluation::{Ranked, best, value};
