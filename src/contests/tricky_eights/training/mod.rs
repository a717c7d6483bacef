//! Training of a table for Tricky Eights by Monte-Carlo CFR, one round at a time.

mod blueprint;
mod job;

pub use blueprint::{Blueprint, Weighed};
pub use job::{Resumption, Task, memory_needed, train};
