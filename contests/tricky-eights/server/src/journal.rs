//! The journal of games: append-only JSON Lines, one line for each game.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::event_game::EventGame;
use cardsharp_files::json_lines::{self, BadLine, JsonLines};
use cardsharp_net::SyncPolicy;

/// The journal's name in the data folder.
pub const JOURNAL_FILE: &str = "tricky-eights-games.jsonl";

/// A finished game. Arrays of four are in the order of the seats: north, east, south, west.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The number of the game, from 1: since the judge was started, or in the event.
    pub game: usize,
    /// The seed of its deals.
    pub seed: u64,
    /// The contestants' command lines.
    pub contestants: [String; 4],
    /// The seat that has won; none if no contestant was left.
    pub winner: Option<usize>,
    /// The points at the end.
    pub scores: [u32; 4],
    /// The points of each round.
    pub rounds: Vec<[u8; 4]>,
    /// The disqualified contestants, in the order of their disqualification.
    pub disqualified: Vec<Disqualification>,
    /// The longest time taken for an answer, in milliseconds.
    pub slowest_ms: [u64; 4],
    /// The time of the game's end, in seconds since 1970.
    pub finished_at: u64,
    /// The place of the game in an event; none outside of one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<EventGame>,
}

/// The disqualification of a contestant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Disqualification {
    /// The seat of the contestant.
    pub seat: usize,
    /// The round, from 1.
    pub round: u32,
    /// The name of the fault.
    pub fault: String,
    /// The message of the fault.
    pub reason: String,
}

/// The games of a journal and its damaged lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JournalContents {
    /// The games, in order.
    pub games: Vec<GameRecord>,
    /// Lines that are no game: cut off by a crash, or changed since.
    pub damaged: Vec<BadLine>,
}

/// Reads the games of a journal. Damaged lines are left out and listed.
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
    /// A journal that writes nothing.
    pub(super) fn none() -> Journal {
        Journal(None)
    }

    /// Opens the file and continues at its end. It is created if it does not exist. The damaged
    /// lines in it are written to the log.
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
