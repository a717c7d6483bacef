//! Training a policy for Dead Man's Draw: first what positions are worth, by playing against oneself,
//! then a table for one turn at a time by Monte-Carlo CFR.

mod blueprint;
mod job;

pub use blueprint::{Blueprint, Weighed};
pub use job::{LEARNING, Resumption, Stage, Task, TaskError, measured, memory_needed, train};
