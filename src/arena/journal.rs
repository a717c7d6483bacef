//! The record of matches: JSON Lines, only ever appended to.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Tally, Unit};
use crate::contests::Ending;
use crate::json_lines::{self, JsonLines};

/// One line of a journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Entry {
    /// A match begins; what follows, up to the next of these, belongs to it.
    Match {
        /// The contest's name.
        contest: String,
        /// The agents, as asked for. Agents are meant by their number here from now on.
        agents: Vec<String>,
        /// The match's seed.
        seed: u64,
        /// What it consists of.
        unit: Unit,
        /// How many of them were asked for.
        count: u64,
    },
    /// A game has ended.
    Game {
        /// Number of the set of duplicates it belongs to, from 0.
        set: u64,
        /// The agent who took the first seat (in a round: of the round's first game).
        first: usize,
        /// Number of the game in its round, from 0; absent if it belongs to none.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        game: Option<usize>,
        /// Who won; null if nobody.
        winner: Option<usize>,
        /// How it ended.
        ending: Ending,
        /// Points of each agent.
        points: Vec<f64>,
        /// Moves of each agent.
        moves: Vec<u64>,
        /// Illegal moves of each agent.
        penalties: Vec<u64>,
        /// The contest's own history objects, if they were asked for.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        record: Option<serde_json::Value>,
    },
    /// A round has ended; its games stand before it.
    Round {
        /// Number of the set of duplicates it belongs to, from 0.
        set: u64,
        /// The agent who took the first seat of its first game.
        first: usize,
        /// The seed it was played with.
        seed: u64,
        /// Who won; null if nobody.
        winner: Option<usize>,
        /// How it ended.
        ending: Ending,
        /// How many games it took.
        games: usize,
    },
}

/// Why a journal cannot be written or read.
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
    /// Opens the journal, making it if there is none. A line left unfinished by a killed process is
    /// closed by the first that is appended, so that it spoils only itself.
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
    pub fn append(&mut self, entries: &[Entry]) -> Result<(), JournalError> {
        self.lines.append(entries).map_err(|source| JournalError {
            path: self.path.clone(),
            source,
        })
    }
}

/// What a journal holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JournalContents {
    /// Its matches, in order.
    pub matches: Vec<Tally>,
    /// Numbers of the lines, from 1, that cannot be read, were changed after they were written, or
    /// belong to no match. They are passed over.
    pub damaged: Vec<usize>,
}

/// Reads a journal.
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
