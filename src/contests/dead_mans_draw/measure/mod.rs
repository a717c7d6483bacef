//! How good play is: exactly, where the deck is small enough.
//!
//! Everything but the order of the draw pile is public, and nobody knows more of that order than the
//! other: what an oracle shows, both see. So nothing is hidden from a player that the other knows, and
//! an equilibrium needs no mixing: it is the best play against the best play, by expectation over
//! chance (minimax over chance nodes, or expectimax). Every turn takes a card from the draw pile, so
//! that a position never comes again, and one walk over all positions finds it.
//!
//! | noun | file |
//! |---|---|
//! | what a position is worth, by whoever plays | `exact` |
//! | what a strategy loses where the deck is too large for that | `estimate` |

mod estimate;
mod exact;

pub use estimate::{LOSS_UNIT, loss};
pub use exact::{Evaluation, Mixture, TooLarge, UNIT, Uniform, nash_conv, worth};
