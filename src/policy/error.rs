//! Why a policy cannot be had from a file.

use std::error::Error;
use std::path::PathBuf;

use super::TableError;
use super::container::{ContainerError, Reader};

/// Why a policy, or what its training goes on from, cannot be had from a file.
///
/// The messages are whole: they contain their cause, which is therefore no source besides.
#[derive(Debug, thiserror::Error)]
pub enum PolicyError {
    /// The file is not to be read.
    #[error(transparent)]
    Container(#[from] ContainerError),
    /// Its table is not one.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The header names a game or information sets that are unknown here.
    #[error("{file}: {cause}")]
    Unknown {
        /// The file.
        file: PathBuf,
        /// What is unknown.
        cause: Box<dyn Error + Send + Sync>,
    },
    /// Some section makes no sense.
    #[error("{file}: {what}")]
    Damaged {
        /// The file.
        file: PathBuf,
        /// Which, and what to do.
        what: &'static str,
    },
}

impl PolicyError {
    /// Of what the header of this file names.
    pub fn unknown(reader: &Reader, cause: impl Error + Send + Sync + 'static) -> PolicyError {
        PolicyError::Unknown {
            file: reader.path().to_owned(),
            cause: Box::new(cause),
        }
    }

    /// Of a section of this file.
    pub fn damaged(reader: &Reader, what: &'static str) -> PolicyError {
        PolicyError::Damaged {
            file: reader.path().to_owned(),
            what,
        }
    }
}
