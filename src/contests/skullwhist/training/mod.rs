//! Training a policy for SkullWhist by Monte-Carlo CFR, and its file.

mod blueprint;
mod job;

pub use blueprint::{TrainedPolicy, Weighed};
pub use job::{ResumePoint, Task, memory_needed, train};
