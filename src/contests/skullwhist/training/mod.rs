//! Training a policy for SkullWhist by Monte-Carlo CFR, and its file.

mod blueprint;
mod job;

pub use blueprint::{Blueprint, Weighed};
pub use job::{Resumption, Task, memory_needed, train};
