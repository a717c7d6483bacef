//! The errors of a training run.

use std::error::Error;
use std::path::PathBuf;

use cardsharp_solvers::sampled::{RestoreError, RowsError};

use cardsharp_policy::PolicyError;
use cardsharp_policy::container::{ContainerError, NotANumber};
use cardsharp_policy::report::ReportError;
use cardsharp_policy::report::claim::ClaimError;

/// The error of a training run.
///
/// Each message contains the message of its cause, so the cause is no separate source.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// The description names nothing that can be trained.
    #[error(transparent)]
    Task(Box<dyn Error + Send + Sync>),
    /// The table is too large.
    #[error(transparent)]
    Memory(#[from] RowsError),
    /// A policy file or checkpoint failed.
    #[error(transparent)]
    File(#[from] ContainerError),
    /// The curve or manifest failed.
    #[error(transparent)]
    Report(#[from] ReportError),
    /// The file is not a policy for this contest.
    #[error(transparent)]
    Policy(#[from] PolicyError),
    /// The table of the file does not fit the run.
    #[error("{file}: {cause}; give the run the memory it had, or begin anew")]
    Restore {
        /// The checkpoint of a resumed run, or the policy that a new run begins with.
        file: PathBuf,
        /// The mismatch.
        cause: RestoreError,
    },
    /// The checkpoint is intact, but no run can have written its content.
    #[error("{file}: {what}; use its previous generation or another copy, or begin anew")]
    Senseless {
        /// The checkpoint.
        file: PathBuf,
        /// The fault.
        what: &'static str,
    },
    /// The run may not write one of its files.
    #[error(transparent)]
    Claim(#[from] ClaimError),
    /// A measurement gave a value that is not a number.
    #[error(transparent)]
    NotANumber(#[from] NotANumber),
    /// The limits were reached before the first iteration.
    #[error(
        "nothing was trained, for not one iteration was done: allow more time or iterations; {0} is left as it was"
    )]
    NothingTrained(PathBuf),
    /// A parameter is missing from the checkpoint's header, or is malformed.
    #[error("{file}: the header has no {what}")]
    Header {
        /// The checkpoint.
        file: PathBuf,
        /// The missing parameter.
        what: String,
    },
}

impl TrainError {
    /// The error of a description that names nothing that can be trained.
    pub fn task(cause: impl Error + Send + Sync + 'static) -> TrainError {
        TrainError::Task(Box::new(cause))
    }
}
