//! The exploitability of a strategy for one hand: the exact best response in the full hand, with
//! perfect recall, whatever the strategy forgets.
//!
//! All of the responder's hands are walked at once over ranges ([`cardsharp_solvers::range`]), or a sample of them one
//! at a time ([`respond`]). In the second way, the responder's hand is fixed, and the opponent's range is a vector of
//! weights over all hands, which the public tree splits. The strategy in a public state is one block for all hands. It
//! is made once for all public states that its information sets do not separate. Tests check the result against
//! [`cardsharp_solvers::best_response`] on small members of the family.

mod gain;
mod last_trick;
mod part;
mod play_out;
mod position;
mod report;
pub mod resolved;
mod respond;
mod responses;
mod sample;
mod split_hand;
mod walk_result;
mod whole;

pub use gain::{FirstDecision, Gain, SeatReport};
pub use part::{Part, PartError, ResolvedSubject, Subject};
pub use play_out::{Outcomes, leader_value, play, step};
pub use position::{Belief, PositionValue, evaluate};
pub use report::{Report, UNIT};
pub use respond::respond;
pub use responses::{Response, ResponseError, responses};
pub use sample::{MeasureOptions, measure, measure_by_hand, steps, try_measure};
pub use walk_result::{Question, Unmergeable, WalkResult};
pub use whole::{Extent, Whole, walks};
