//! Files with which other engines run the tasks of a plan. All of them call `cardsharp run-task . ID` in the plan's
//! folder, so that the folder can lie anywhere.
//!
//! | engine | file |
//! |---|---|
//! | HyperQueue | `hyperqueue` |
//! | Slurm | `slurm` |
//! | make, or any engine that runs lines | `lines` |

mod hyperqueue;
mod job_files;
mod lines;
mod slurm;

pub use self::job_files::{JobFile, JobFiles};
use super::plan_file::Plan;

/// An engine that runs tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// HyperQueue (<https://it4innovations.github.io/hyperqueue/>).
    HyperQueue,
    /// Slurm (<https://slurm.schedmd.com/>).
    Slurm,
    /// make.
    Make,
    /// A list of command lines, for `xargs`, GNU parallel or anything else.
    Lines,
}

/// The files with which `engine` runs the tasks of a plan by the program `program`.
pub fn job_files(engine: Engine, plan: &Plan, program: &str) -> JobFiles {
    match engine {
        Engine::HyperQueue => hyperqueue::files(plan, program),
        Engine::Slurm => slurm::files(plan, program),
        Engine::Make => lines::makefile(plan, program),
        Engine::Lines => lines::lines(plan, program),
    }
}
