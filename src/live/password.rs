//! A password, which is read from a file and never shown.

use std::fmt;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// Most bytes of a password.
const MAX_BYTES: usize = 1024;

/// A password. What shows it for debugging does not show it.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(..)")
    }
}

/// Why a file gives no password.
#[derive(Debug, Error)]
pub enum PasswordError {
    /// It cannot be read.
    #[error("the password file {path} cannot be read: {source}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// It holds none.
    #[error("the password file {0} must hold 1 to 1024 bytes of text in one line")]
    NotALine(PathBuf),
}

impl Password {
    /// Reads a file with a password and nothing else: one line, whose end may be missing.
    ///
    /// # Errors
    ///
    /// [`PasswordError`].
    pub fn read(path: &Path) -> Result<Password, PasswordError> {
        let text = std::fs::read_to_string(path).map_err(|source| PasswordError::Unreadable {
            path: path.to_owned(),
            source,
        })?;
        let mut lines = text.lines();
        match (lines.next(), lines.next()) {
            (Some(line), None) if (1..=MAX_BYTES).contains(&line.len()) => {
                Ok(Password(line.to_owned()))
            }
            _ => Err(PasswordError::NotALine(path.to_owned())),
        }
    }

    /// The password, for whoever hashes or sends it.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_holds_one_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("p");
        let read = |text: &str| {
            std::fs::write(&path, text).unwrap();
            Password::read(&path)
        };
        for good in ["open sesame", "open sesame\n", "open sesame\r\n"] {
            let password = read(good).unwrap();
            assert_eq!(password.reveal(), "open sesame");
            assert_eq!(format!("{password:?}"), "Password(..)");
        }
        for bad in ["", "\n", "sesame\nsesame\n", &"x".repeat(1025)] {
            let error = read(bad).unwrap_err();
            assert!(matches!(error, PasswordError::NotALine(_)));
            assert!(!error.to_string().contains("sesame"));
        }
        let error = Password::read(folder.path()).unwrap_err();
        assert!(matches!(error, PasswordError::Unreadable { .. }));
    }
}
