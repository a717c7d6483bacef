//! Training a policy for SkullWhist by Monte-Carlo CFR, and its file.

mod blueprint;
mod job;

pub use blueprint::{Blueprint, BlueprintError, Weighed};
pub use job::{Resumption, Task, TrainError, memory_needed, train};
