//! The journal of games: one line for each game, in a database and as JSON Lines beside it.

use std::fs::File;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::event_game::EventGame;
use cardsharp_files::json_lines::{self, BadLine};
use cardsharp_files::store::{EventLog, LOCK_PATIENCE, LogForm, StoreError};
use cardsharp_net::SyncPolicy;
use cardsharp_tricky_eights_game::replay::RecordedRound;

/// The journal's name in the data folder.
pub const JOURNAL_FILE: &str = "tricky-eights-games.jsonl";

/// The database's name in the data folder.
pub const DATABASE_FILE: &str = "tricky-eights.redb";

const FORM: LogForm = LogForm { database: DATABASE_FILE, journal: JOURNAL_FILE, is_private: false, version: 1 };

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

/// A line: a game, and its rounds card by card, which no start of a server needs.
#[derive(Serialize)]
struct Line<'a> {
    #[serde(flatten)]
    game: &'a GameRecord,
    record: &'a [RecordedRound],
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
pub(super) struct Journal(Option<EventLog>);

impl Journal {
    /// A journal that writes nothing.
    pub(super) fn none() -> Journal {
        Journal(None)
    }

    /// Opens the journal in `folder`, which is created if it does not exist. Returns also the games in it. Its damaged
    /// lines are written to the log.
    pub(super) fn open(folder: &Path, sync: SyncPolicy) -> Result<(Journal, Vec<GameRecord>), StoreError> {
        let (log, damaged) = EventLog::open(folder, &FORM, sync, LOCK_PATIENCE)?;
        let warn = |bad: BadLine| tracing::warn!("{}: {bad}", folder.join(JOURNAL_FILE).display());
        damaged.into_iter().for_each(warn);
        let mut games = Vec::new();
        log.read(|_, game| match game {
            Ok(game) => games.push(game),
            Err(bad) => warn(bad),
        })?;
        Ok((Journal(Some(log)), games))
    }

    /// Writes a game with its rounds.
    pub(super) fn append(&mut self, game: &GameRecord, record: &[RecordedRound]) -> Result<(), StoreError> {
        match &mut self.0 {
            Some(log) => log.append([&Line { game, record }]),
            None => Ok(()),
        }
    }

    /// Checks that all games were written.
    pub(super) fn finish(&mut self) -> Result<(), StoreError> {
        self.0.as_mut().map_or(Ok(()), EventLog::finish)
    }
}
