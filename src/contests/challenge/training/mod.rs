//! Training of a policy for Challenge: from the value of a point to a file that plays.

mod blueprint;
mod classes;
mod export;
mod job;
mod range_rows;
mod score_solver;
mod trainer;
mod values;

pub use blueprint::TrainedPolicy;
pub use classes::{Classes, Score};
pub use export::{ExportError, Exported};
pub use job::{ResumePoint, Start, Task, TaskError, measured, memory_needed, train};
pub use score_solver::{ScoreSolver, SolvedScore};
pub use trainer::Sampling;
pub use values::{Bounds, GameValues, PartialValues, ValuesError};
