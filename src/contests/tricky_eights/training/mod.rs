//! Training a table for Tricky Eights: a round at a time, by Monte-Carlo CFR.

mod blueprint;
mod job;

pub use blueprint::{Blueprint, Weighed};
pub use job::{Resumption, Task, memory_needed, train};
