//! The errors of the database, and its name and version.

use std::path::{Path, PathBuf};

use thiserror::Error;

/// The name of the database in the data folder.
pub const DATABASE_FILE: &str = "skullwhist.redb";

/// The version of its contents.
pub(super) const VERSION: u64 = 1;

/// A reason why a database cannot be used.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The folder cannot be created.
    #[error("the folder {path} cannot be made: {source}; choose another data folder")]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// The file cannot be opened, read or written.
    #[error("the database {path} cannot be used: {source}; choose another data folder")]
    Unusable {
        /// The file.
        path: PathBuf,
        /// The error of the database.
        source: Box<redb::Error>,
    },
    /// The file is empty. It is not taken for a new database, since it may be the rest of an old
    /// one.
    #[error(
        "the database {0} is empty: put a copy back in its place, or remove it to begin a new one"
    )]
    Empty(PathBuf),
    /// The contents differ from those that were written.
    #[error(
        "the database {0} is damaged: put a copy back in its place, or choose another data folder"
    )]
    Damaged(PathBuf),
    /// A write failed while the server was running.
    #[error(
        "the database {0} could not be written any more: look at the log, and whether its disk is full"
    )]
    Unwritable(PathBuf),
    /// Another server uses it.
    #[error(
        "the database {0} belongs to another server that runs: stop it, or choose another folder"
    )]
    Taken(PathBuf),
    /// Another version has written it.
    #[error(
        "the database {path} has version {version}, this server reads {VERSION}: choose another folder"
    )]
    OtherVersion {
        /// The file.
        path: PathBuf,
        /// Its version.
        version: u64,
    },
    /// A record is no valid bot or game.
    #[error("{kind} number {id} of the database {path} makes no sense: choose another data folder")]
    Senseless {
        /// The file.
        path: PathBuf,
        /// `bot` or `game`.
        kind: &'static str,
        /// Its number.
        id: u64,
    },
    /// The system cannot start a thread.
    #[error("the database's thread could not be started: {0}")]
    Thread(std::io::Error),
}

impl StoreError {
    /// The error for an invalid record.
    pub(super) fn senseless(path: &Path, kind: &'static str, id: u64) -> StoreError {
        let path = path.to_owned();
        StoreError::Senseless { path, kind, id }
    }

    /// The error of redb as one of this server.
    pub(super) fn unusable(path: &Path, source: redb::Error) -> StoreError {
        let path = path.to_owned();
        match source {
            redb::Error::Corrupted(_) => StoreError::Damaged(path),
            source => StoreError::Unusable {
                path,
                source: Box::new(source),
            },
        }
    }
}
