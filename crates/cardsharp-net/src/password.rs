//! A password from a file. It is never shown.

use std::fmt;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// Limit of a password's length in bytes.
const MAX_BYTES: usize = 1024;

/// A password. Its `Debug` output does not contain it.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(..)")
    }
}

/// The error of reading a password from a file.
#[derive(Debug, Error)]
pub enum PasswordError {
    /// The file cannot be read.
    #[error("the password file {path} cannot be read: {source}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// The file is empty, has more than one line, or its line is too long.
    #[error("the password file {0} must hold 1 to 1024 bytes of text in one line")]
    NotALine(PathBuf),
}

impl Password {
    /// Reads a file with one line, the password. The line break may be missing.
    ///
    /// # Errors
    ///
    /// [`PasswordError`].
    pub fn read(path: &Path) -> Result<Password, PasswordError> {
        let text = std::fs::read_to_string(path)
            .map_err(|source| PasswordError::Unreadable { path: path.to_owned(), source })?;
        let mut lines = text.lines();
        match (lines.next(), lines.next()) {
            (Some(line), None) if (1..=MAX_BYTES).contains(&line.len()) => Ok(Password(line.to_owned())),
            _ => Err(PasswordError::NotALine(path.to_owned())),
        }
    }

    /// The password in plain text, to be hashed or sent.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
#[path = "../tests/unit/password.rs"]
mod tests;
