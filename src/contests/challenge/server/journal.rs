//! The journal: append-only JSON Lines, one line per game and one per finished round.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::earlier::Earlier;
use super::teams::TeamId;
use crate::contest::SyncPolicy;
use crate::contests::challenge::rules::Event;
use crate::json_lines::{self, BadLine, JsonLines};

/// The name of the journal in the data folder.
pub const JOURNAL_FILE: &str = "challenge-games.jsonl";

/// A finished game. Arrays of two are in the order of the player numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The number of the game, as in its requests.
    pub game_id: i32,
    /// The port on which it was played.
    pub port: Port,
    /// The round it belongs to, and its number in it from 1; none for practice.
    pub round: Option<RoundPlace>,
    /// The teams that played.
    pub teams: [TeamId; 2],
    /// The names of the teams that have one.
    #[serde(default)]
    pub names: [Option<String>; 2],
    /// The winner.
    pub winner: TeamId,
    /// The way in which it ended.
    pub ended: GameEnd,
    /// Points at the end; a won challenge counts as one.
    pub points: [u8; 2],
    /// Legal moves.
    pub moves: [u32; 2],
    /// Failures to move that were penalised.
    pub penalties: [u32; 2],
    /// The longest wait for an answer, in milliseconds.
    pub slowest_ms: [f64; 2],
    /// The time at which it ended, in seconds since 1970.
    pub finished_at: u64,
    /// Its history, in the objects of the contest's viewer.
    pub events: Vec<Event>,
}

/// The two ports of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Port {
    /// Teams play each other, in rounds.
    Contest,
    /// A team plays games at once against the house bot.
    Practice,
}

impl std::fmt::Display for Port {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Port::Contest => "contest",
            Port::Practice => "practice",
        })
    }
}

/// The position of a game in its round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundPlace {
    /// Number of the round in the journal, or since the server was started if it keeps none, from 1.
    pub round: u32,
    /// Number of the game in the round, from 1.
    pub game: u32,
}

/// A finished round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundRecord {
    /// Number of the round, as [`RoundPlace::round`] has it.
    pub round: u32,
    /// The teams that played; the first led the first hand of the first game.
    pub teams: [TeamId; 2],
    /// The names of the teams that have one.
    pub names: [Option<String>; 2],
    /// Games won by each.
    pub wins: [u32; 2],
    /// The winner of the round: by games, or because the other team did not come back.
    pub winner: TeamId,
    /// The time at which it ended, in seconds since 1970.
    pub finished_at: u64,
}

/// A line of the journal. Its JSON members decide which kind it is.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Line {
    /// A game.
    Game(Box<GameRecord>),
    /// The end of a round.
    Round(RoundRecord),
}

/// The way in which a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameEnd {
    /// Ten points.
    Points,
    /// An accepted challenge.
    Challenge,
}

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
    /// Lines that are neither: incomplete after a crash, or changed since.
    pub damaged: Vec<BadLine>,
}

/// Reads a journal. Damaged lines are skipped and listed.
pub fn read_journal(path: &Path) -> io::Result<JournalContents> {
    let mut contents = JournalContents::default();
    json_lines::read(File::open(path)?, |_, line| match line {
        Ok(Line::Game(game)) => contents.games.push(*game),
        Ok(Line::Round(round)) => contents.rounds.push(round),
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
    pub(super) fn open(folder: &Path) -> Result<(Journal, Earlier), JournalError> {
        let path = folder.join(JOURNAL_FILE);
        Self::open_file(folder, &path).map_err(|source| JournalError { path, source })
    }

    fn open_file(folder: &Path, path: &Path) -> io::Result<(Journal, Earlier)> {
        std::fs::create_dir_all(folder)?;
        let mut options = OpenOptions::new();
        let file = options.create(true).append(true).read(true).open(path)?;
        let mut earlier = Earlier::default();
        json_lines::read(File::open(path)?, |_, line| match line {
            Ok(line) => earlier.take_in(&line),
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
