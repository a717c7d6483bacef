//! The journal: append-only JSON Lines, one line per game and one per finished round.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;
use thiserror::Error;

use super::earlier_runs::EarlierRuns;
use super::event::EventRecord;
use super::record::{GameRecord, Line, RoundRecord};
use cardsharp_files::json_lines::{self, BadLine, JsonLines};
use cardsharp_net::SyncPolicy;

/// The name of the journal in the data folder.
pub const JOURNAL_FILE: &str = "challenge-games.jsonl";

/// The journal cannot be opened.
#[derive(Debug, Error)]
#[error("the journal {path} cannot be opened: {source}; choose another data folder")]
pub struct JournalError {
    /// The file.
    pub path: PathBuf,
    /// The error of the system.
    pub source: io::Error,
}

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

/// An open journal.
#[derive(Debug)]
pub(super) struct Journal(JsonLines);

impl Journal {
    /// Opens the journal in `folder`, and creates the folder if it is absent. Returns also the
    /// results of earlier runs.
    pub(super) fn open(folder: &Path) -> Result<(Journal, EarlierRuns), JournalError> {
        let path = folder.join(JOURNAL_FILE);
        Self::open_file(folder, &path).map_err(|source| JournalError { path, source })
    }

    fn open_file(folder: &Path, path: &Path) -> io::Result<(Journal, EarlierRuns)> {
        std::fs::create_dir_all(folder)?;
        let mut options = OpenOptions::new();
        let file = options.create(true).append(true).read(true).open(path)?;
        let mut earlier = EarlierRuns::default();
        json_lines::read(File::open(path)?, |_, line| match line {
            Ok(line) => earlier.read_line(&line),
            Err(bad) => tracing::warn!("{}: {bad}", path.display()),
        })?;
        Ok((Journal(JsonLines::at_end_of(file)?), earlier))
    }

    /// Makes every append wait as `sync` requires.
    pub(super) fn forced(self, sync: SyncPolicy) -> Journal {
        Journal(self.0.forced(sync == SyncPolicy::Always))
    }

    /// Appends a line and hands it to the system at once.
    pub(super) fn append<T: Serialize>(&mut self, record: &T) -> io::Result<()> {
        self.0.append([record])
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::{GameEnd, Port};
    use super::super::teams::TeamId;
    use super::*;

    fn game(game_id: i32) -> GameRecord {
        GameRecord {
            game_id,
            port: Port::Practice,
            round: None,
            teams: [TeamId(3), TeamId::HOUSE],
            names: [None, Some("house".to_owned())],
            winner: TeamId(3),
            ended: GameEnd::Points,
            points: [10, 2],
            moves: [50, 51],
            penalties: [0, 1],
            slowest_ms: [0.5, 0.0],
            finished_at: 1_700_000_000,
            events: Vec::new(),
        }
    }

    #[test]
    fn torn_line_costs_itself_only_and_numbers_go_on() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("new").join("data");
        let (mut journal, earlier) = Journal::open(&data).unwrap();
        assert_eq!(earlier.last_game, 0);
        journal.append(&game(1)).unwrap();
        journal.append(&game(2)).unwrap();
        drop(journal);
        let path = data.join(JOURNAL_FILE);
        let whole = std::fs::read(&path).unwrap();
        std::fs::write(&path, &whole[..whole.len() - 9]).unwrap();

        let (mut journal, earlier) = Journal::open(&data).unwrap();
        assert_eq!(earlier.last_game, 1, "the torn game does not count");
        journal.append(&game(5)).unwrap();
        drop(journal);
        let contents = read_journal(&path).unwrap();
        assert_eq!(contents.games, [game(1), game(5)]);
        let [torn] = &contents.damaged[..] else {
            panic!("{:?}", contents.damaged)
        };
        assert_eq!(torn.line, 2);
        assert_eq!(Journal::open(&data).unwrap().1.last_game, 5);

        // A changed line that is still valid: game 1 becomes game 9.
        let text = std::fs::read_to_string(&path).unwrap();
        let changed = text.replacen("\"game_id\":1", "\"game_id\":9", 1);
        std::fs::write(&path, changed).unwrap();
        let contents = read_journal(&path).unwrap();
        assert_eq!(contents.games, [game(5)]);
        let lines: Vec<usize> = contents.damaged.iter().map(|bad| bad.line).collect();
        assert_eq!(lines, [1, 2]);
        assert_eq!(Journal::open(&data).unwrap().1.last_game, 5);
    }
}
