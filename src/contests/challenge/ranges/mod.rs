//! One hand of Challenge as a game of ranges: what is done is public, and a vector stands for every
//! hand that a player may hold.
//!
//! Two hands come from one shoe, so they are not independent. Let `c` be the copies of each rank that
//! nobody has shown yet; then the ways to deal what is left of both hands, a and b, go with the
//! product over the ranks of c!/(c - a - b)!, divided by the factorials of the hands *as dealt*. So a
//! hand's weight is one over those factorials times the probabilities of its own choices; a card that
//! is played multiplies what is below by the copies of it that were left; and at an end the two
//! ranges meet in that product (`couplings`), which inclusion and exclusion brings
//! down from all pairs of hands to the hands and what they have in common. The copies are parameters:
//! who has counted the cards of earlier hands passes what is left of the shoe.
//!
//! One iteration of the hand of three cards, for both seats, takes 50 ms on a core, where a plain
//! recursion card by card, with fresh vectors at every decision, takes 4.6 s: 93 times that, and in another run 147 times
//! (`cargo bench --bench ranges`).
//!
//! | noun | file |
//! |---|---|
//! | the hand as the solver sees it | `hand` |
//! | what two ranges make of each other at an end | `couplings` |
//! | what an equilibrium does first | `first_moves` |
//! | the last trick, where only the challenge is left to choose | `last_trick` |

mod couplings;
mod first_moves;
mod hand;
mod last_trick;

pub use first_moves::{FirstMove, first_moves};
pub use hand::{LastTrick, RangeHand, TooFewCopies};
pub use last_trick::LastDecision;
