//! The journal: one line per game and one per finished round, in a database and as JSON Lines beside it.

use std::fs::File;
use std::io;
use std::path::Path;

use super::earlier_runs::EarlierRuns;
use super::event::EventRecord;
use super::record::{GameRecord, Line, RoundRecord};
use cardsharp_files::json_lines::{self, BadLine};
use cardsharp_files::store::{EventLog, LOCK_PATIENCE, LogForm, StoreError};
use cardsharp_net::SyncPolicy;

/// The name of the journal in the data folder.
pub const JOURNAL_FILE: &str = "challenge-games.jsonl";

/// The name of the database in the data folder.
pub const DATABASE_FILE: &str = "challenge.redb";

const FORM: LogForm = LogForm { database: DATABASE_FILE, journal: JOURNAL_FILE, is_private: false, version: 1 };

/// The contents of a journal.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JournalContents {
    /// The games, in order.
    pub games: Vec<GameRecord>,
    /// The finished rounds, in order.
    pub rounds: Vec<RoundRecord>,
    /// The phases of the event that have begun, in order.
    pub events: Vec<EventRecord>,
    /// Lines that are neither: incomplete after a crash, or changed since.
    pub damaged: Vec<BadLine>,
}

/// Reads a journal. Damaged lines are skipped and listed.
pub fn read_journal(path: &Path) -> io::Result<JournalContents> {
    let mut contents = JournalContents::default();
    json_lines::read(File::open(path)?, |_, line| match line {
        Ok(Line::Game(game)) => contents.games.push(*game),
        Ok(Line::Round(round)) => contents.rounds.push(round),
        Ok(Line::Event(event)) => contents.events.push(event),
        Err(bad) => contents.damaged.push(bad),
    })?;
    Ok(contents)
}

/// Opens the journal in `folder`, and creates the folder if it is absent. Returns also the results of earlier runs.
pub(super) fn open_journal(folder: &Path, sync: SyncPolicy) -> Result<(EventLog, EarlierRuns), StoreError> {
    let (log, damaged) = EventLog::open(folder, &FORM, sync, LOCK_PATIENCE)?;
    let warn = |bad: BadLine| tracing::warn!("{}: {bad}", folder.join(JOURNAL_FILE).display());
    damaged.into_iter().for_each(warn);
    let mut earlier = EarlierRuns::default();
    log.read(|_, line| match line {
        Ok(line) => earlier.read_line(&line),
        Err(bad) => warn(bad),
    })?;
    Ok((log, earlier))
}

#[cfg(test)]
#[path = "../tests/unit/journal.rs"]
mod tests;
