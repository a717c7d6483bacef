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

const FORM: LogForm = LogForm {
    database: DATABASE_FILE,
    journal: JOURNAL_FILE,
    is_private: false,
    version: 1,
};

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

    fn open(folder: &Path) -> (EventLog, EarlierRuns) {
        open_journal(folder, SyncPolicy::Os).unwrap()
    }

    #[test]
    fn torn_line_of_an_old_journal_costs_itself_only_and_numbers_go_on() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("new").join("data");
        let (mut journal, earlier) = open(&data);
        assert_eq!(earlier.last_game, 0);
        journal.append([&game(1)]).unwrap();
        journal.append([&game(2)]).unwrap();
        drop(journal);
        let path = data.join(JOURNAL_FILE);
        let forget_database = || std::fs::remove_file(data.join(DATABASE_FILE)).unwrap();
        let whole = std::fs::read(&path).unwrap();
        std::fs::write(&path, &whole[..whole.len() - 9]).unwrap();
        forget_database();

        let (mut journal, earlier) = open(&data);
        assert_eq!(earlier.last_game, 1, "the torn game does not count");
        journal.append([&game(5)]).unwrap();
        drop(journal);
        let contents = read_journal(&path).unwrap();
        assert_eq!(contents.games, [game(1), game(5)]);
        assert_eq!(contents.damaged, []);
        assert_eq!(open(&data).1.last_game, 5);

        // A changed line that is still valid: game 5 becomes game 9.
        let text = std::fs::read_to_string(&path).unwrap();
        let changed = text.replacen("\"game_id\":5", "\"game_id\":9", 1);
        std::fs::write(&path, changed).unwrap();
        let contents = read_journal(&path).unwrap();
        assert_eq!(contents.games, [game(1)]);
        let lines: Vec<usize> = contents.damaged.iter().map(|bad| bad.line).collect();
        assert_eq!(lines, [2]);
        assert_eq!(open(&data).1.last_game, 5, "the database has it");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    }

    #[test]
    fn a_folder_belongs_to_one_server() {
        let folder = tempfile::tempdir().unwrap();
        let (_journal, _) = open(folder.path());
        let taken = open_journal(folder.path(), SyncPolicy::Always).unwrap_err();
        assert!(matches!(taken, StoreError::Taken(_)), "{taken}");
        assert!(taken.to_string().contains(DATABASE_FILE), "{taken}");
    }
}
