//! The round as a solver sees it.
//!
//! Small members of two players are exact: [`ExactRound`] is a constant-sum game with perfect recall,
//! which every solver of the house takes, linear programming included.

mod exact_round;

pub use exact_round::{ExactMoment, ExactRound, TooManyDeals};
