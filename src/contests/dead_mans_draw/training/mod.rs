//! Training a policy for Dead Man's Draw: first what positions are worth, by playing against oneself,
//! then a table for one turn at a time by Monte-Carlo CFR.

mod blueprint;
mod job;

pub use blueprint::{Blueprint, BlueprintError, Weighed};
pub use job::{LEARNING, Resumption, Stage, Task, TrainError, measured, memory_needed, train};
