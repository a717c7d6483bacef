//! The policy that is part of the program.

use std::io::Write;

use thiserror::Error;

use super::TrainedPolicy;
use crate::policy::PolicyError;

/// The best policy of the contest's own hand whose file is small, which `data/README.md` says how to
/// make.
pub const INSTALLED: &[u8] = include_bytes!("../../../../data/challenge/all-scores.policy");

/// A reason why the policy in the program cannot be loaded.
#[derive(Debug, Error)]
pub enum InstalledError {
    /// It is read from a temporary file, which cannot be written.
    #[error("the policy in the program cannot be written to a temporary file: {0}")]
    Temporary(#[from] std::io::Error),
    /// The file is not a policy of this program.
    #[error(transparent)]
    Policy(#[from] PolicyError),
}

impl TrainedPolicy {
    /// The policy that is part of the program. It knows all scores.
    ///
    /// # Errors
    ///
    /// [`InstalledError`], if the folder of temporary files is full or cannot be written.
    pub fn installed() -> Result<TrainedPolicy, InstalledError> {
        let mut file = tempfile::Builder::new().suffix(".policy").tempfile()?;
        file.write_all(INSTALLED)?;
        file.flush()?;
        Ok(TrainedPolicy::load(file.path())?.0)
    }
}
