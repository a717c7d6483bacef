//! The journal of games: append-only JSON Lines, one line a game.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::contests::SyncPolicy;
use crate::json_lines::{self, BadLine, JsonLines};

/// The journal's name in the data folder.
pub const JOURNAL_FILE: &str = "tricky-eights-games.jsonl";

/// A finished game. Arrays of four are in the order of the seats: north, east, south, west.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number since the judge was started, from 1.
    pub game: usize,
    /// The seed of its deals.
    pub seed: u64,
    /// The contestants' command lines.
    pub contestants: [String; 4],
    /// The seat that has won; none if nobody was left.
    pub winner: Option<usize>,
    /// Points at the end.
    pub scores: [u32; 4],
    /// Points of each round.
    pub rounds: Vec<[u8; 4]>,
    /// Who was disqualified, in the order in which it happened.
    pub disqualified: Vec<Disqualification>,
    /// The longest wait for an answer, in milliseconds.
    pub slowest_ms: [u64; 4],
    /// When it ended, in seconds since 1970.
    pub finished_at: u64,
}

/// That a contestant was disqualified.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Disqualification {
    /// Its seat.
    pub seat: usize,
    /// The round, from 1.
    pub round: u32,
    /// The fault's name.
    pub fault: String,
    /// The fault in words.
    pub reason: String,
}

/// Games and damage of a journal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JournalContents {
    /// The games, in order.
    pub games: Vec<GameRecord>,
    /// Lines that are no game: torn by a crash, or changed since.
    pub damaged: Vec<BadLine>,
}

/// Reads the games of a journal. Damaged lines are left out and named.
///
/// # Errors
///
/// The file cannot be read.
pub fn read_journal(path: &Path) -> io::Result<JournalContents> {
    let mut contents = JournalContents::default();
    json_lines::read(File::open(path)?, |_, game| match game {
        Ok(game) => contents.games.push(game),
        Err(bad) => contents.damaged.push(bad),
    })?;
    Ok(contents)
}

/// An open journal, or none.
#[derive(Debug)]
pub(super) struct Journal(Option<JsonLines>);

impl Journal {
    /// No journal is kept.
    pub(super) fn none() -> Journal {
        Journal(None)
    }

    /// Goes on at the end of this file, which is made if it is not there. Damaged lines in it are named
    /// in the log.
    pub(super) fn open(path: &Path, sync: SyncPolicy) -> io::Result<Journal> {
        let mut options = OpenOptions::new();
        let file = options.create(true).append(true).read(true).open(path)?;
        for bad in read_journal(path)?.damaged {
            tracing::warn!("{}: {bad}", path.display());
        }
        let lines = JsonLines::at_end_of(file)?;
        Ok(Journal(Some(lines.forced(sync == SyncPolicy::Always))))
    }

    /// Writes a game.
    pub(super) fn append(&mut self, record: &GameRecord) -> io::Result<()> {
        match &mut self.0 {
            Some(lines) => lines.append([record]),
            None => Ok(()),
        }
    }
}
