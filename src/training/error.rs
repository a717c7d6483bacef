//! Why a run failed.

use std::error::Error;
use std::path::PathBuf;

use cardsharp_solvers::sampled::{RestoreError, RowsError};

use crate::policy::PolicyError;
use crate::policy::container::{ContainerError, NotANumber};
use crate::report::ReportError;
use crate::report::claim::ClaimError;

/// Why a run failed.
///
/// The messages are whole: they contain their cause, which is therefore no source besides.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// There is nothing to train by this description.
    #[error(transparent)]
    Task(Box<dyn Error + Send + Sync>),
    /// The table is too large.
    #[error(transparent)]
    Memory(#[from] RowsError),
    /// A file of tables failed.
    #[error(transparent)]
    File(#[from] ContainerError),
    /// The curve or manifest failed.
    #[error(transparent)]
    Report(#[from] ReportError),
    /// A file is not one of a policy for this contest.
    #[error(transparent)]
    Policy(#[from] PolicyError),
    /// What a run was to begin with does not fit.
    #[error("{file}: {cause}; give the run the memory it had, or begin anew")]
    Restore {
        /// The checkpoint, or the policy of a run that begins.
        file: PathBuf,
        /// What does not fit.
        cause: RestoreError,
    },
    /// The checkpoint is whole, but no run can have come there.
    #[error("{file}: {what}; use its previous generation or another copy, or begin anew")]
    Senseless {
        /// The checkpoint.
        file: PathBuf,
        /// What is wrong.
        what: &'static str,
    },
    /// A file of the run is not the run's to write.
    #[error(transparent)]
    Claim(#[from] ClaimError),
    /// A measure came to what is not a number.
    #[error(transparent)]
    NotANumber(#[from] NotANumber),
    /// The limits were reached before the first iteration.
    #[error(
        "nothing was trained, for not one iteration was done: allow more time or iterations; {0} is left as it was"
    )]
    NothingTrained(PathBuf),
    /// The checkpoint's header lacks something.
    #[error("{file}: the header has no {what}")]
    Header {
        /// The checkpoint.
        file: PathBuf,
        /// What.
        what: String,
    },
}

impl TrainError {
    /// Of what the task asks for.
    pub fn task(cause: impl Error + Send + Sync + 'static) -> TrainError {
        TrainError::Task(Box::new(cause))
    }
}
