//! How exploitable a strategy for one hand is: the exact best response in the full hand, nothing
//! forgotten, whatever the strategy forgets.
//!
//! All of the responder's hands are taken at once, as a walk over ranges
//! ([`cardsharp_solvers::range`]); or a sample of them one at a time ([`respond`]): his own hand fixed, the opponent's
//! is a vector of weights over all hands, which the public tree splits and shrinks. What the strategy
//! does in a public state is one block for all hands, made once for all the public states that its
//! information sets do not tell apart. It is checked
//! against [`cardsharp_solvers::best_response`] on small members of the family.

mod block;
mod first_move;
mod gain;
mod last_trick;
mod part;
mod play_out;
mod position;
mod respond;
mod sample;
mod table_ranges;
mod whole;

pub use block::{ByHand, EachHand, HandStrategy};
pub use first_move::FirstMove;
pub use gain::{FirstDecision, Gain, SeatReport};
pub use part::{Part, PartError, Subject};
pub use play_out::{Outcomes, leader_value, play, step};
pub use position::{Belief, PositionValue, Sampled, evaluate};
pub use respond::respond;
pub use sample::{MeasureOptions, Report, UNIT, measure, measure_by_hand, steps};
pub use table_ranges::{Follows, Told};
pub use whole::{Question, Shard, Unmergeable, Walked, Whole, walks};
