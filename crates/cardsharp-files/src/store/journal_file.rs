//! The journal beside a database: its events as JSON lines.
//!
//! The database is written first, and the journal follows. If the journal cannot be written, the unfinished rest is cut
//! off before anything else is written, and the events that it lacks are added then.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::database::Store;
use super::error::StoreError;
use crate::json_lines::{BadLine, Checksums, RawLine, RawLines};
use cardsharp_system::files::for_its_owner;
use serde::de::IgnoredAny;

/// The table of events by number, from 1. Each is the line that the journal has.
pub(super) const EVENTS: &str = "events";

/// About this many bytes are written at once.
const CHUNK: usize = 1 << 20;

/// An open journal.
#[derive(Debug)]
pub(super) struct JournalFile {
    path: PathBuf,
    file: File,
    /// The number of the last event in it.
    events: u64,
    /// The number of its lines up to there, with empty ones.
    lines: usize,
    /// The bytes of these lines.
    length: u64,
    /// True if something else may come after them.
    unfinished: bool,
}

/// What a journal has after the lines that are events of the database.
enum Rest {
    /// Nothing, or a line that is torn.
    Nothing,
    /// Lines, although the database has no more events.
    Newer,
    /// A line that is not the next event.
    Different,
}

impl JournalFile {
    /// Opens the journal at `path`, or makes it. Events that it lacks are added. Events that only the journal has are
    /// added to the database: an earlier version of this program wrote them. Returns the damaged lines among these. A
    /// journal that has anything else is kept under another name, and written anew.
    pub(super) fn open(
        path: &Path,
        is_private: bool,
        store: &Store,
    ) -> Result<(JournalFile, Vec<BadLine>), StoreError> {
        let failed = |source| StoreError::Journal { path: path.to_owned(), source };
        let mut journal = JournalFile::begin(path, is_private).map_err(failed)?;
        let mut damaged = Vec::new();
        let mut rest = journal.compare(store)?;
        if matches!(rest, Rest::Newer) {
            damaged = journal.import(store)?;
            rest = journal.compare(store)?;
        }
        if !matches!(rest, Rest::Nothing) {
            let aside = set_aside(path).map_err(failed)?;
            tracing::warn!(
                "the journal {} has lines that the database does not have: it is now {}, and was written anew",
                path.display(),
                aside.display()
            );
            journal = JournalFile::begin(path, is_private).map_err(failed)?;
        }
        journal.catch_up(store).map_err(failed)?;
        Ok((journal, damaged))
    }

    fn begin(path: &Path, is_private: bool) -> io::Result<JournalFile> {
        let mut options = OpenOptions::new();
        options.create(true).truncate(false).read(true).write(true);
        let options = if is_private { for_its_owner(&mut options) } else { &mut options };
        Ok(JournalFile {
            path: path.to_owned(),
            file: options.open(path)?,
            events: 0,
            lines: 0,
            length: 0,
            unfinished: false,
        })
    }

    fn failed(&self, source: io::Error) -> StoreError {
        let path = self.path.clone();
        StoreError::Journal { path, source }
    }

    /// Finds the lines that are the events of the database, from the first one on.
    fn compare(&mut self, store: &Store) -> Result<Rest, StoreError> {
        let begin = self.file.seek(SeekFrom::Start(0));
        begin.map_err(|error| self.failed(error))?;
        (self.events, self.lines, self.length) = (0, 0, 0);
        let mut events = store.read(EVENTS, 1)?;
        let mut lines = RawLines::after(&self.file, 0, 0);
        let rest = loop {
            let Some(line) = lines.next() else {
                break Rest::Nothing;
            };
            let line = line.map_err(|error| self.failed(error))?;
            match events.next().transpose()? {
                Some((id, event)) if event == line.bytes && !line.torn => {
                    (self.events, self.lines, self.length) = (id, line.number, lines.offset());
                }
                Some(_) if line.torn => break Rest::Nothing,
                Some(_) => break Rest::Different,
                None if line.torn && !self.is_next(&line) => break Rest::Nothing,
                None => break Rest::Newer,
            }
        };
        // What is left of the file is cut off, or kept under another name.
        self.unfinished = true;
        Ok(rest)
    }

    /// True if the line is sound behind those that are events.
    fn is_next(&self, line: &RawLine) -> bool {
        let mut checksums = Checksums::after(self.events > 0);
        let parsed = checksums.parse::<IgnoredAny>(&mut line.bytes.clone(), line.torn);
        parsed.is_ok()
    }

    /// Adds the lines that the database does not have to it, and returns the damaged ones, which are left out.
    fn import(&mut self, store: &Store) -> Result<Vec<BadLine>, StoreError> {
        let begin = self.file.seek(SeekFrom::Start(self.length));
        begin.map_err(|error| self.failed(error))?;
        let mut checksums = Checksums::after(self.events > 0);
        let (mut damaged, mut failure) = (Vec::new(), None);
        let mut sound = |line: io::Result<RawLine>| match line {
            Ok(line) => match checksums.parse::<IgnoredAny>(&mut line.bytes.clone(), line.torn) {
                Ok(_) => Some(line.bytes),
                Err(fault) => {
                    let line = line.number;
                    damaged.push(BadLine { line, fault });
                    None
                }
            },
            Err(error) => {
                failure = Some(error);
                None
            }
        };
        let lines = RawLines::after(&self.file, self.lines, self.length);
        let sound = lines.filter_map(&mut sound);
        store.write(|batch| batch.put(EVENTS, (self.events + 1..).zip(sound)))?;
        match failure {
            Some(error) => Err(self.failed(error)),
            None => Ok(damaged),
        }
    }

    /// Adds the events that it lacks.
    ///
    /// # Errors
    ///
    /// The file cannot be cut or written, or the database cannot be read. The next call tries again.
    pub(super) fn catch_up(&mut self, store: &Store) -> io::Result<()> {
        if self.unfinished {
            self.file.set_len(self.length)?;
            self.unfinished = false;
        }
        let mut bytes = Vec::new();
        let mut last = self.events;
        let events = store.read(EVENTS, self.events + 1);
        for event in events.map_err(io::Error::other)? {
            let (id, mut event) = event.map_err(io::Error::other)?;
            bytes.append(&mut event);
            bytes.push(b'\n');
            last = id;
            if bytes.len() >= CHUNK {
                self.write(&bytes, last)?;
                bytes.clear();
            }
        }
        if bytes.is_empty() {
            return Ok(());
        }
        self.write(&bytes, last)
    }

    /// Writes the lines of all events up to number `last`.
    fn write(&mut self, bytes: &[u8], last: u64) -> io::Result<()> {
        self.unfinished = true;
        self.file.seek(SeekFrom::Start(self.length))?;
        self.file.write_all(bytes)?;
        self.unfinished = false;
        self.length += bytes.len() as u64;
        self.events = last;
        Ok(())
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Writes to another open file from now on, for example to one that fails.
    #[cfg(test)]
    pub(super) fn exchange_file(&mut self, file: File) -> File {
        std::mem::replace(&mut self.file, file)
    }
}

/// Gives a file another name, which no file has, and returns that.
fn set_aside(path: &Path) -> io::Result<PathBuf> {
    let mut name = path.as_os_str().to_owned();
    name.push(".different-");
    let mut number = 1;
    loop {
        let mut other = name.clone();
        other.push(number.to_string());
        if !fs::exists(&other)? {
            fs::rename(path, &other)?;
            return Ok(other.into());
        }
        number += 1;
    }
}
