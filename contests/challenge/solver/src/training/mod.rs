//! Training of a policy for Challenge: from the value of a point to a file that plays.

mod job;
mod range_rows;
mod score_solver;
mod trainer;
mod trunk_learning;
mod trunk_lessons;
mod trunk_trainer;

pub use job::{ResumePoint, Start, Task, TaskError, memory_needed, train};
pub use score_solver::{ScoreSolver, SolvedScore};
pub use trainer::Sampling;
pub use trunk_lessons::BadLessons;
