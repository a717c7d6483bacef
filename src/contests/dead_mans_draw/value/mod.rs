//! What positions are worth, learnt by playing against oneself.
//!
//! The value is the probability of winning the match for the player who is about to draw, both playing
//! by the value. Everything else a player may do (stop, choose a card) leads to a draw, of one's own or
//! of the other's, or to the end, so that one function of one kind of position is enough.
//!
//! | noun | file |
//! |---|---|
//! | what is seen of a position | `features` |
//! | the function | `network` |
//! | choosing by it, without looking ahead | `judge` |
//! | looking ahead | `search` |
//! | how it is learnt | `learning` |

mod features;
mod judge;
mod learning;
mod network;
mod search;

pub use features::features;
pub use judge::{Ranked, best, value};
pub use learning::{Learner, explored};
pub use network::{Network, WEIGHTS};
pub use search::{Limits, Search};
