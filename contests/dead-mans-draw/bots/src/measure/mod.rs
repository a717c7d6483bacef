//! The quality of play, which is exact where the deck is small enough.
//!
//! Everything except the order of the draw pile is public, and neither player knows more of that
//! order than the other: both see the card that an oracle shows. No information is therefore
//! private, and an equilibrium needs no mixing. It is best play against best play in expectation
//! over chance (minimax over chance nodes, or expectimax). Every turn takes a card from the draw
//! pile, so that a position never repeats. One traversal of all positions finds the equilibrium.
//!
//! | noun | file |
//! |---|---|
//! | the value of a position, for any strategies | `exact` |
//! | the loss of a strategy where the deck is too large for that | `estimate` |
//! | the measure of a trained policy | `policy` |

mod estimate;
mod exact;
mod policy;

pub use estimate::{LOSS_UNIT, loss};
pub use exact::{Evaluation, TooLarge, UNIT, nash_conv};
pub use policy::measure_policy;
