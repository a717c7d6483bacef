//! Policies that are tables, trained by external sampling: one family of games for each contest that has such
//! policies, and one policy, one training run and one checkpoint for all of them.
//!
//! | item | file |
//! |---|---|
//! | what a contest says of its family: [`SampledFamily`] | `family` |
//! | the policy and its file: [`TablePolicy`] | `policy` |
//! | the task of a run, and the checkpoint that it resumes from | `task` |
//! | a training run: [`train`] | `run` |

mod family;
mod policy;
mod run;
mod task;

pub use family::{AnyError, Learning, Prepared, SampledFamily, SampledSolver};
pub use policy::TablePolicy;
pub use run::{Stage, train};
pub use task::{ResumePoint, Task};
