//! Training of a policy for Dead Man's Draw. First it learns the value of positions by self-play,
//! then a table for one turn at a time by Monte-Carlo CFR.

mod error;
mod family;
mod learning;

pub use crate::policy::Family;
pub use cardsharp_training::sampled::{Stage, train};
pub use error::TaskError;
pub use family::Options;
pub use learning::LEARNING;

/// The subject of a training run.
pub type Task = cardsharp_training::sampled::Task<Family>;

/// An opened checkpoint: the task of its run, and the run's state.
pub type ResumePoint = cardsharp_training::sampled::ResumePoint<Family>;
