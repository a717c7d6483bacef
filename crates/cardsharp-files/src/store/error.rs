//! The reasons why a store cannot be used.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// A reason why a store cannot be used.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The folder cannot be created, or its name not be forced to the disk.
    #[error("the folder {path} cannot be made: {source}; choose another data folder")]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The file cannot be opened, read or written.
    #[error("the database {path} cannot be used: {source}; choose another data folder")]
    Unusable {
        /// The file.
        path: PathBuf,
        /// The error of the database.
        source: Box<redb::Error>,
    },
    /// The file is empty. It is not taken for a new database, since it may be the rest of an old one.
    #[error("the database {0} is empty: put a copy back in its place, or remove it to begin a new one")]
    Empty(PathBuf),
    /// The contents differ from those that were written.
    #[error("the database {0} is damaged: put a copy back in its place, or choose another data folder")]
    Damaged(PathBuf),
    /// The contents differ from those that were written, and there is a journal to begin again from.
    #[error(
        "the database {database} is damaged: put a copy back in its place, or remove it to begin again from the \
         journal {journal}"
    )]
    DamagedBesideJournal {
        /// The file.
        database: PathBuf,
        /// The journal beside it.
        journal: PathBuf,
    },
    /// A write failed while the server was running.
    #[error("the database {0} could not be written any more: look at the log, and whether its disk is full")]
    Unwritable(PathBuf),
    /// Another server uses it.
    #[error("the database {0} belongs to another server that runs: stop it, or choose another folder")]
    Taken(PathBuf),
    /// Another version has written it.
    #[error("the database {path} has version {version}, this server reads {readable}: choose another folder")]
    OtherVersion {
        /// The file.
        path: PathBuf,
        /// Its version.
        version: u64,
        /// The version that can be read.
        readable: u64,
    },
    /// A record is not what the contest keeps.
    #[error("{kind} number {id} of the database {path} makes no sense: choose another data folder")]
    Senseless {
        /// The file.
        path: PathBuf,
        /// What the record should be.
        kind: &'static str,
        /// Its number.
        id: u64,
    },
    /// The journal beside the database cannot be opened, read or renamed.
    #[error("the journal {path} cannot be used: {source}; choose another data folder")]
    Journal {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The database has all events, but the journal beside it lacks the last ones.
    #[error(
        "the journal {path} lacks the last events, which the database has, since it could not be written: {source}; \
         the next start adds them"
    )]
    JournalBehind {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
}

impl StoreError {
    /// The error for a record that makes no sense.
    pub fn senseless(path: &Path, kind: &'static str, id: u64) -> StoreError {
        let path = path.to_owned();
        StoreError::Senseless { path, kind, id }
    }

    /// The error of redb as one of the store.
    pub(super) fn unusable(path: &Path, source: impl Into<redb::Error>) -> StoreError {
        let path = path.to_owned();
        match source.into() {
            redb::Error::Corrupted(_) => StoreError::Damaged(path),
            source => StoreError::Unusable { path, source: Box::new(source) },
        }
    }
}
