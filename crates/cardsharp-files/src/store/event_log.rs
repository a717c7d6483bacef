//! A log of events: a database that has them in order, and a journal of JSON lines beside it.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::database::{Store, StoreForm};
use super::error::StoreError;
use super::journal_file::{EVENTS, JournalFile};
use crate::SyncPolicy;
use crate::json_lines::{BadLine, Checksums, line_of};

/// The names and the version of a log.
#[derive(Clone, Copy, Debug)]
pub struct LogForm {
    /// The name of the database in the data folder.
    pub database: &'static str,
    /// The name of the journal in the data folder.
    pub journal: &'static str,
    /// True if only the owner may read the journal. Nobody else can read the database.
    pub is_private: bool,
    /// The version of the events. A database with another one is refused.
    pub version: u64,
}

/// An open log. It belongs to this process alone.
#[derive(Debug)]
pub struct EventLog {
    store: Store,
    pub(super) journal: JournalFile,
    /// The number of the last event.
    last: u64,
    /// True if an event could not be written.
    is_broken: bool,
    behind: Behind,
}

/// The lag of a journal behind its database.
#[derive(Debug)]
pub(super) struct Behind {
    /// The journal.
    pub(super) path: PathBuf,
    /// The reason why it lacks something, if it does.
    reason: Option<io::Error>,
}

impl Behind {
    /// A journal that lacks nothing.
    pub(super) fn nothing(path: PathBuf) -> Behind {
        Behind { path, reason: None }
    }

    /// Notes whether the journal has now followed its database.
    pub(super) fn note(&mut self, followed: io::Result<()>) {
        let path = self.path.display();
        match (&followed, &self.reason) {
            (Err(error), None) => tracing::error!(
                "the journal {path} lacks events that the database has, since it cannot be written: {error}"
            ),
            (Ok(()), Some(_)) => tracing::info!("the journal {path} has all events again"),
            _ => {}
        }
        self.reason = followed.err();
    }

    /// The error of a journal that lacks something.
    pub(super) fn take(&mut self) -> Result<(), StoreError> {
        let path = self.path.clone();
        let error = |source| Err(StoreError::JournalBehind { path, source });
        self.reason.take().map_or(Ok(()), error)
    }
}

impl EventLog {
    /// Opens the log in `folder`. What is missing is made: the folder, the database, which begins with the events of a
    /// journal that is there, and the journal. It waits for another process that uses the database, for `patience` at
    /// most. Returns also the damaged lines of a journal from which events were taken.
    ///
    /// # Errors
    ///
    /// The log cannot be used, or another process uses it.
    pub fn open(
        folder: &Path,
        form: &LogForm,
        sync: SyncPolicy,
        patience: Duration,
    ) -> Result<(EventLog, Vec<BadLine>), StoreError> {
        let store_form = StoreForm { file: form.database, version: form.version, tables: &[EVENTS] };
        let journal = folder.join(form.journal);
        let store = Store::open(folder, &store_form, sync, patience);
        let store = store.map_err(|error| match error {
            StoreError::Damaged(database) if journal.exists() => {
                StoreError::DamagedBesideJournal { database, journal: journal.clone() }
            }
            other => other,
        })?;
        EventLog::of(store, &journal, form.is_private)
    }

    /// The log of a database and a journal.
    pub(super) fn of(store: Store, journal: &Path, is_private: bool) -> Result<(EventLog, Vec<BadLine>), StoreError> {
        let (journal, damaged) = JournalFile::open(journal, is_private, &store)?;
        let log = EventLog {
            last: store.last(EVENTS)?,
            store,
            behind: Behind::nothing(journal.path().to_owned()),
            journal,
            is_broken: false,
        };
        Ok((log, damaged))
    }

    /// True if it has no event.
    pub fn is_empty(&self) -> bool {
        self.last == 0
    }

    /// Reads all events from the first one on. Each goes to `visit` with its number, from 1, which is that of its line
    /// in the journal.
    ///
    /// # Errors
    ///
    /// The database cannot be read.
    pub fn read<T: DeserializeOwned>(
        &self,
        mut visit: impl FnMut(usize, Result<T, BadLine>),
    ) -> Result<(), StoreError> {
        let mut checksums = Checksums::default();
        for event in self.store.read(EVENTS, 1)? {
            let (id, mut line) = event?;
            let number = usize::try_from(id).unwrap_or(usize::MAX);
            let event = checksums.parse(&mut line, false);
            let event = event.map_err(|fault| BadLine { line: number, fault });
            visit(number, event);
        }
        Ok(())
    }

    /// Writes events, all of them or none. Each must serialize to an object. If only the journal cannot be written, it
    /// follows with a later event, or when the log is opened again.
    ///
    /// # Errors
    ///
    /// The events could not be written. Whether the disk has them is known when the log is opened again; until then no
    /// more can be written.
    pub fn append<'v, T: Serialize + 'v>(&mut self, events: impl IntoIterator<Item = &'v T>) -> Result<(), StoreError> {
        self.check()?;
        let lines = events.into_iter().map(line_of);
        let lines = lines.collect::<std::io::Result<Vec<_>>>();
        let lines = lines.map_err(|source| StoreError::Journal { path: self.journal.path().to_owned(), source })?;
        let numbered = (self.last + 1..).zip(&lines);
        if let Err(error) = self.store.write(|batch| batch.put(EVENTS, numbered)) {
            tracing::error!(%error, "the server stops, since an event could not be written");
            self.is_broken = true;
            return self.check();
        }
        self.last += lines.len() as u64;
        self.follow();
        Ok(())
    }

    /// Checks that all events were written, and that the journal has them, too.
    ///
    /// # Errors
    ///
    /// An event could not be written, or the journal lacks events.
    pub fn finish(&mut self) -> Result<(), StoreError> {
        self.check()?;
        self.follow();
        self.behind.take()
    }

    fn check(&self) -> Result<(), StoreError> {
        if self.is_broken { Err(StoreError::Unwritable(self.store.path().to_owned())) } else { Ok(()) }
    }

    /// Lets the journal follow the database.
    fn follow(&mut self) {
        self.behind.note(self.journal.catch_up(&self.store));
    }
}
