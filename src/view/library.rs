//! The journals that are shown.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use thiserror::Error;

use super::journal_index::{IndexError, JournalIndex};

/// The reason why there is nothing to show.
#[derive(Debug, Error)]
pub enum LibraryError {
    /// The journal cannot be shown.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// The folder cannot be read.
    #[error("{path} cannot be read: {source}")]
    Io {
        /// The folder.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// The folder has no journal of matches.
    #[error(
        "no journal of matches (*.jsonl) is in {path}: `match --journal` and `tournament --journal` write them"
    )]
    Empty {
        /// The folder.
        path: PathBuf,
    },
}

/// The journals that are shown. Each is read again when its file has grown.
#[derive(Debug)]
pub struct Library {
    shelves: Vec<Mutex<Arc<JournalIndex>>>,
    /// The number of policies that are shown beside the journals.
    policies: usize,
}

impl Library {
    /// The journal of a file, or those of a folder.
    ///
    /// # Errors
    ///
    /// [`LibraryError`] if there is nothing to show.
    pub fn open(path: &Path) -> Result<Library, LibraryError> {
        let journals = match path.is_dir() {
            true => of_folder(path)?,
            false => vec![JournalIndex::read(path)?],
        };
        let shelf = |journal| Mutex::new(Arc::new(journal));
        Ok(Library {
            shelves: journals.into_iter().map(shelf).collect(),
            policies: 0,
        })
    }

    /// No journals: policies alone are shown.
    pub fn none() -> Library {
        Library {
            shelves: Vec::new(),
            policies: 0,
        }
    }

    /// The same journals, beside this number of policies.
    pub(super) fn beside(mut self, policies: usize) -> Library {
        self.policies = policies;
        self
    }

    /// The number of policies that are shown beside the journals.
    pub(super) fn policies(&self) -> usize {
        self.policies
    }

    /// True if the journals have a page above their own: there are several, or policies beside them.
    pub(super) fn has_home(&self) -> bool {
        self.len() > 1 || self.len() == 1 && self.policies > 0
    }

    /// The number of journals.
    pub fn len(&self) -> usize {
        self.shelves.len()
    }

    /// True if there are none. A library that was opened has at least one.
    pub fn is_empty(&self) -> bool {
        self.shelves.is_empty()
    }

    /// A journal as its file is now; as it was before if the file cannot be read any more. `None` if there are not so
    /// many.
    pub fn journal(&self, number: usize) -> Option<Arc<JournalIndex>> {
        let shelf = self.shelves.get(number)?;
        let mut held = shelf.lock().unwrap_or_else(PoisonError::into_inner);
        let size = std::fs::metadata(&held.path).map(|file| file.len());
        if size.is_ok_and(|size| size != held.size) {
            match JournalIndex::read(&held.path) {
                Ok(read) => *held = Arc::new(read),
                Err(error) => tracing::warn!("{error}"),
            }
        }
        Some(held.clone())
    }
}

/// The journals in a folder, by name. Other files are left out.
fn of_folder(path: &Path) -> Result<Vec<JournalIndex>, LibraryError> {
    let failed = |source| LibraryError::Io {
        path: path.to_owned(),
        source,
    };
    let mut files = Vec::new();
    for entry in std::fs::read_dir(path).map_err(failed)? {
        let file = entry.map_err(failed)?.path();
        if file
            .extension()
            .is_some_and(|extension| extension == "jsonl")
        {
            files.push(file);
        }
    }
    files.sort();
    let journals: Vec<JournalIndex> = files
        .iter()
        .filter_map(|file| JournalIndex::read(file).ok())
        .collect();
    match journals.is_empty() {
        true => Err(LibraryError::Empty {
            path: path.to_owned(),
        }),
        false => Ok(journals),
    }
}
