//! The journal of matches: a JSON Lines file that is only ever appended to.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::{Entry, Tally};
use crate::json_lines::{self, JsonLines};

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
        let failed = |source| JournalError {
            path: path.to_owned(),
            source,
        };
        let file = OpenOptions::new()
            .create(true)
            .append(true)
            .read(true)
            .open(path)
            .map_err(failed)?;
        Ok(Journal {
            path: path.to_owned(),
            lines: JsonLines::at_end_of(file).map_err(failed)?,
        })
    }

    /// Appends entries and hands them to the operating system.
    ///
    /// # Errors
    ///
    /// The entries cannot be written.
    pub fn append(&mut self, entries: &[Entry]) -> Result<(), JournalError> {
        self.lines.append(entries).map_err(|source| JournalError {
            path: self.path.clone(),
            source,
        })
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
    let failed = |source| JournalError {
        path: path.to_owned(),
        source,
    };
    let mut contents = JournalContents::default();
    let file = File::open(path).map_err(failed)?;
    let read = json_lines::read(file, |line, entry: Result<Entry, _>| {
        let begun = entry.as_ref().ok().and_then(Tally::begin);
        match (entry, begun, contents.matches.last_mut()) {
            (_, Some(begun), _) => contents.matches.push(begun),
            (Ok(entry), None, Some(current)) => current.add(&entry),
            _ => contents.damaged.push(line),
        }
    });
    read.map_err(failed)?;
    Ok(contents)
}
