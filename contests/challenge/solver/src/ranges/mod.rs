//! One hand of Challenge as a game of ranges: actions are public, and a vector stands for every
//! hand that a player may hold.
//!
//! Two hands come from one shoe, so they are not independent. Let `c` be the copies of each rank that nobody has shown
//! yet, and let a and b be the rest of both hands. The ways to deal a and b are the product over the ranks of `c!/(c -
//! a - b)!`, divided by the factorials of the hands *as dealt*. A hand's weight is therefore one over those factorials
//! times the probabilities of its own choices. A card that is played multiplies the values below it by its copies that
//! were left. At an end the two ranges meet in that product (`couplings`). Inclusion and exclusion reduces it from all
//! pairs of hands to the hands and their common cards. The copies are parameters: a player who has counted the cards of
//! earlier hands passes the rest of the shoe.
//!
//! One iteration of the hand of three cards, for both seats, takes 50 ms on a core. A plain
//! recursion card by card, with new vectors at every decision, takes 4.6 s: 93 times that, and in
//! another run 147 times (`cargo bench --bench ranges`).
//!
//! | noun | file |
//! |---|---|
//! | the hand as a game of ranges | `hand` |
//! | the meeting of two ranges at an end | `couplings` |
//! | the first moves of a strategy | `first_moves` |
//! | a fixed strategy as a player of the game of ranges | `fixed_strategy` |
//! | a fixed strategy in the trunk of its hand | `in_trunk` |
//! | the replies after which the last cards are forced | `last_replies` |
//! | the last trick, in which only the challenge is a choice | `last_trick` |
//! | decisions that are locked | `locks` |
//! | vectors of one number for each rank | `lanes` |

mod couplings;
mod first_moves;
mod fixed_strategy;
mod hand;
mod in_trunk;
mod lanes;
mod last_replies;
mod last_trick;
mod locks;

pub use first_moves::{FirstMove, first_moves, first_moves_by, first_moves_of};
pub use fixed_strategy::{FixedCells, FixedStrategy};
pub use hand::{LastTrick, RangeHand, TooFewCopies};
pub use in_trunk::InTrunk;
pub use last_trick::LastDecision;
pub use locks::{HandLockError, LockedShare, lock_hands};
