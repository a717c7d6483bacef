//! The journal of matches: a JSON Lines file that is only ever appended to.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::{Entry, Tally};
use cardsharp_files::json_lines::{self, BadLine, JsonLines};

/// The error of writing or reading a journal.
#[derive(Debug, Error)]
#[error("journal {path}: {source}")]
pub struct JournalError {
    path: PathBuf,
    source: io::Error,
}

/// A journal open for appending.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    lines: JsonLines,
}

impl Journal {
    /// Opens the journal, and creates it if it does not exist. A killed process may have left an unfinished
    /// last line. The first entry that is appended ends that line, so that no other line is lost.
    ///
    /// # Errors
    ///
    /// The file cannot be opened or read.
    pub fn append_to(path: &Path) -> Result<Journal, JournalError> {
        let failed = |source| JournalError { path: path.to_owned(), source };
        let file = OpenOptions::new().create(true).append(true).read(true).open(path).map_err(failed)?;
        Ok(Journal { path: path.to_owned(), lines: JsonLines::at_end_of(file).map_err(failed)? })
    }

    /// Appends entries and hands them to the operating system.
    ///
    /// # Errors
    ///
    /// The entries cannot be written.
    pub fn append(&mut self, entries: &[Entry]) -> Result<(), JournalError> {
        self.lines.append(entries).map_err(|source| JournalError { path: self.path.clone(), source })
    }
}

/// The content of a journal.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JournalContents {
    /// The matches, in order.
    pub matches: Vec<Tally>,
    /// Numbers of the lines, from 1, that are skipped. Such a line cannot be read, was changed after it was
    /// written, or belongs to no match.
    pub damaged: Vec<usize>,
}

/// Reads a journal.
///
/// # Errors
///
/// The file cannot be opened or read.
pub fn read_journal(path: &Path) -> Result<JournalContents, JournalError> {
    let mut contents = JournalContents::default();
    read_entries(path, |line, entry| match (entry, contents.matches.last_mut()) {
        (Ok(Entry::Tournament(_)), _) => {}
        (Ok(Entry::Match(beginning)), _) => contents.matches.push(Tally::new(&beginning)),
        (Ok(entry), Some(current)) => current.add(&entry),
        _ => contents.damaged.push(line),
    })?;
    Ok(contents)
}

/// Reads the entries of a journal; `visit` gets each with the number of its line, from 1.
///
/// # Errors
///
/// The file cannot be opened or read.
pub(super) fn read_entries(path: &Path, visit: impl FnMut(usize, Result<Entry, BadLine>)) -> Result<(), JournalError> {
    let failed = |source| JournalError { path: path.to_owned(), source };
    let file = File::open(path).map_err(failed)?;
    json_lines::read(file, visit).map_err(failed)
}
