//! Policies that are tables, trained by external sampling: one family of games for each contest that has such
//! policies, and one policy, one training run and one checkpoint for all of them.
//!
//! | item | file |
//! |---|---|
//! | what a contest says of its family: [`SampledFamily`]; the policy, the task of a run, the checkpoint | `family` |
//! | a training run: [`train`] | `run` |

mod family;
mod run;

pub use family::{AnyError, Learning, Prepared, ResumePoint, SampledFamily, SampledSolver, TablePolicy, Task};
pub use run::{Stage, train};
