//! The journals that are shown.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use maud::Markup;
use thiserror::Error;

use super::journal_index::{IndexError, JournalIndex};
use cardsharp_contest::Contest;

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
    #[error("no journal of matches (*.jsonl) is in {path}: `match --journal` and `tournament --journal` write them")]
    Empty {
        /// The folder.
        path: PathBuf,
    },
}

/// The time between two looks at a journal's file, so that many readers do not slow down who writes it.
const LOOK: Duration = Duration::from_secs(2);
/// The most pages of a journal that are kept until it changes.
const MAX_PAGES: usize = 64;

/// The journals that are shown. Each is read on when its file has grown.
pub struct Library {
    shelves: Vec<Mutex<Shelf>>,
    /// The contests whose servers' journals are known.
    contests: Vec<&'static dyn Contest>,
    /// The number of policies that are shown beside the journals.
    policies: usize,
}

/// A journal, and when its file was looked at.
struct Shelf {
    journal: Arc<JournalIndex>,
    looked: Instant,
    /// The pages that were made of the journal as it is, by address.
    pages: HashMap<String, Markup>,
}

impl Library {
    /// The journal of a file, or those of a folder: of matches and tournaments, and of the servers of these contests.
    ///
    /// # Errors
    ///
    /// [`LibraryError`] if there is nothing to show.
    pub fn open(path: &Path, contests: Vec<&'static dyn Contest>) -> Result<Library, LibraryError> {
        let journals =
            if path.is_dir() { of_folder(path, &contests)? } else { vec![JournalIndex::read(path, &contests)?] };
        let shelf =
            |journal| Mutex::new(Shelf { journal: Arc::new(journal), looked: Instant::now(), pages: HashMap::new() });
        Ok(Library { shelves: journals.into_iter().map(shelf).collect(), contests, policies: 0 })
    }

    /// The contest with this name.
    pub(super) fn contest(&self, name: &str) -> Option<&'static dyn Contest> {
        let mut contests = self.contests.iter().copied();
        contests.find(|contest| contest.name() == name)
    }

    /// No journals: policies alone are shown.
    pub fn none() -> Library {
        Library { shelves: Vec::new(), contests: Vec::new(), policies: 0 }
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

    /// A journal as its file was at most two seconds ago; as it was before if the file cannot be read any more. `None` if
    /// there are not so many.
    pub fn journal(&self, number: usize) -> Option<Arc<JournalIndex>> {
        Some(self.shelf(number)?.journal.clone())
    }

    /// The page of a journal at an address. It is made once for each state of the journal, however many readers ask.
    pub(super) fn page(
        &self,
        number: usize,
        address: &str,
        make: impl FnOnce(&JournalIndex) -> Markup,
    ) -> Option<Markup> {
        let mut shelf = self.shelf(number)?;
        if let Some(page) = shelf.pages.get(address) {
            return Some(page.clone());
        }
        // Other readers wait meanwhile: at most one core makes pages of a journal.
        let page = make(&shelf.journal);
        if shelf.pages.len() < MAX_PAGES {
            shelf.pages.insert(address.to_owned(), page.clone());
        }
        Some(page)
    }

    fn shelf(&self, number: usize) -> Option<MutexGuard<'_, Shelf>> {
        let shelf = self.shelves.get(number)?;
        let mut shelf = shelf.lock().unwrap_or_else(PoisonError::into_inner);
        if shelf.looked.elapsed() >= LOOK {
            shelf.looked = Instant::now();
            shelf.look(&self.contests);
        }
        Some(shelf)
    }
}

impl Shelf {
    /// Reads what was added to the file. A file that is shorter than before is another one.
    fn look(&mut self, contests: &[&'static dyn Contest]) {
        let path = self.journal.path.clone();
        let size = self.journal.size;
        let read = match std::fs::metadata(&path) {
            Ok(file) if file.len() == self.journal.size => return,
            Ok(file) if file.len() < self.journal.size => {
                JournalIndex::read(&path, contests).map(|read| self.journal = Arc::new(read))
            }
            // Readers of the journal as it was keep it.
            Ok(_) => Arc::make_mut(&mut self.journal).read_on(),
            Err(source) => Err(IndexError::Io { path, source }),
        };
        if let Err(error) = read {
            tracing::warn!("{error}");
        }
        if self.journal.size != size {
            self.pages.clear();
        }
    }
}

/// The journals in a folder, by name. Other files are left out.
fn of_folder(path: &Path, contests: &[&'static dyn Contest]) -> Result<Vec<JournalIndex>, LibraryError> {
    let failed = |source| LibraryError::Io { path: path.to_owned(), source };
    let mut files = Vec::new();
    for entry in std::fs::read_dir(path).map_err(failed)? {
        let file = entry.map_err(failed)?.path();
        if file.extension().is_some_and(|extension| extension == "jsonl") {
            files.push(file);
        }
    }
    files.sort();
    let journals: Vec<JournalIndex> = files.iter().filter_map(|file| JournalIndex::read(file, contests).ok()).collect();
    if journals.is_empty() { Err(LibraryError::Empty { path: path.to_owned() }) } else { Ok(journals) }
}
