//! Training of a policy for Dead Man's Draw. First it learns the value of positions by self-play,
//! then a table for one turn at a time by Monte-Carlo CFR.

mod job;

pub use job::{LEARNING, ResumePoint, Stage, Task, TaskError, memory_needed, train};
