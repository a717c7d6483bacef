//! Policies that are part of the program.

use std::io::Write;
use std::path::Path;

use thiserror::Error;

use super::PolicyError;
use super::container::ContainerError;

/// A reason why a policy in the program cannot be loaded.
#[derive(Debug, Error)]
pub enum InstalledError {
    /// It is read from a temporary file, which cannot be written.
    #[error("the policy in the program cannot be written to a temporary file: {0}")]
    Temporary(#[from] std::io::Error),
    /// The file is not a policy of this program.
    #[error(transparent)]
    Policy(#[from] PolicyError),
}

/// Loads a policy from the bytes of its file, by the function that loads it from a file.
///
/// # Errors
///
/// [`InstalledError`], if the folder of temporary files is full or cannot be written.
pub fn load_installed<P>(
    bytes: &[u8],
    load: impl FnOnce(&Path) -> Result<(P, Option<ContainerError>), PolicyError>,
) -> Result<P, InstalledError> {
    let mut file = tempfile::Builder::new().suffix(".policy").tempfile()?;
    file.write_all(bytes)?;
    file.flush()?;
    Ok(load(file.path())?.0)
}
