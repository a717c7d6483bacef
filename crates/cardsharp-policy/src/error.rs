//! The errors of reading a policy from a file.

use std::error::Error;
use std::path::PathBuf;

use super::TableError;
use super::container::{ContainerError, Reader};

/// The error of reading a policy, or the state that its training is resumed from, from a file.
///
/// Each message contains the message of its cause. The cause is therefore no source of the error.
#[derive(Debug, thiserror::Error)]
pub enum PolicyError {
    /// The file cannot be read.
    #[error(transparent)]
    Container(#[from] ContainerError),
    /// The file's sections do not make a strategy table.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The header names an unknown game or unknown information sets.
    #[error("{file}: {cause}")]
    Unknown {
        /// The file.
        file: PathBuf,
        /// The error for the unknown name.
        cause: Box<dyn Error + Send + Sync>,
    },
    /// The content of a section is invalid.
    #[error("{file}: {what}")]
    Damaged {
        /// The file.
        file: PathBuf,
        /// The section's fault, and the remedy.
        what: &'static str,
    },
}

impl PolicyError {
    /// The error for a name in the file's header that is unknown.
    pub fn unknown(reader: &Reader, cause: impl Error + Send + Sync + 'static) -> PolicyError {
        PolicyError::Unknown { file: reader.path().to_owned(), cause: Box::new(cause) }
    }

    /// The error for a section of the file whose content is invalid.
    pub fn damaged(reader: &Reader, what: &'static str) -> PolicyError {
        PolicyError::Damaged { file: reader.path().to_owned(), what }
    }
}
