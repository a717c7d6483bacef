//! Training of a table for Tricky Eights by Monte-Carlo CFR, one round at a time.

mod job;

pub use job::{ResumePoint, Task, memory_needed, train};
