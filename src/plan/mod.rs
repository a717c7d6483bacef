//! Plans: studies that are cut into tasks, so that many processes or machines share the work.
//!
//! A plan is a folder. Every task of it is an ordinary command line of this program. A task has an id that is made of
//! what it computes, and leaves a sealed result. Any engine may run the tasks, in any order that their dependencies
//! allow, more than once, and after a kill.
//!
//! | path in the folder | content |
//! |---|---|
//! | `plan.json` | the tasks: [`Plan`] |
//! | `inputs/` | copies of the files that the commands name |
//! | `work/ID/` | the files of a task that is not done yet: its checkpoint, what it has printed |
//! | `results/ID/` | the files of a task that is done, and `result.json`, their seal: [`TaskResult`] |
//! | `answer.json` | what the results are together, without the times that they took |
//!
//! | item | file |
//! |---|---|
//! | a task, and its id | `task` |
//! | a plan, and its file | `plan_file` |
//! | a file as it was | `file_digest` |
//! | the files that commands name | `inputs` |
//! | the sealed result of a task | `result` |
//! | the run of one task | `run_task` |
//! | all results together | `gather` |
//! | files for engines that run the tasks | `jobs` |

mod file_digest;
mod gather;
mod inputs;
pub mod jobs;
mod plan_file;
mod result;
mod run_task;
mod task;

pub use file_digest::FileDigest;
pub use gather::{Gathered, Missing, answer_of};
pub use inputs::Inputs;
pub use plan_file::{Plan, PlanError, check_paths};
pub use result::{ResultError, TaskResult};
pub use run_task::{TaskError, TaskOutcome, run_task};
pub use task::{Resume, Task};

/// The version of the program that makes a plan and its results. Results of different versions are not put together.
pub const PROGRAM: &str = env!("CARGO_PKG_VERSION");
