//! The journal of matches: append-only JSON Lines, one line for each move. Every match is replayed
//! from it when the server starts.

use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::game::{Creation, Game, Move};
use super::ids::MatchId;
use super::tournament::Opening;
use cardsharp_files::json_lines::{self, BadLine, JsonLines};
use cardsharp_net::SyncPolicy;
use cardsharp_system::files::for_its_owner;

/// The journal's name in the data folder.
pub const JOURNAL_FILE: &str = "dead-mans-draw-matches.jsonl";

/// The version of the journal's lines.
const VERSION: u32 = 1;

/// A line, for writing.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum WrittenLine<'a> {
    /// The first line of every journal.
    Journal { version: u32 },
    /// A tournament was announced.
    Tournament(&'a Opening),
    /// A match was created.
    Created(&'a Creation),
    /// A move in a match.
    Done {
        #[serde(rename = "match")]
        id: MatchId,
        /// The number of the move in its match. The creation has the number 0.
        n: u32,
        #[serde(flatten)]
        made: &'a Move,
    },
}

/// A line, for reading.
#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum ReadLine {
    Journal {
        version: u32,
    },
    Tournament(Opening),
    Created(Box<Creation>),
    Done {
        #[serde(rename = "match")]
        id: MatchId,
        n: u32,
        #[serde(flatten)]
        made: Move,
    },
}

/// The reason why a journal cannot be used.
#[derive(Debug, Error)]
pub enum JournalError {
    /// The file cannot be opened or read.
    #[error("the journal {path} cannot be used: {source}; choose another data folder")]
    Unusable {
        /// The file.
        path: PathBuf,
        /// The error that the system returned.
        source: io::Error,
    },
    /// Another server uses the journal.
    #[error(
        "the journal {0} belongs to another server that runs: stop it, or choose another folder"
    )]
    Taken(PathBuf),
    /// The journal was written by another version.
    #[error(
        "the journal {path} has version {version}, this server reads {VERSION}: choose another folder"
    )]
    OtherVersion {
        /// The file.
        path: PathBuf,
        /// The version of the journal.
        version: u32,
    },
}

/// A fault of a journal that does not prevent its use.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Damage {
    /// A line is cut off, changed, or no line of this journal. The move of a line that is cut off
    /// was not answered.
    #[error(transparent)]
    Line(#[from] BadLine),
    /// A line does not fit the lines before it.
    #[error("line {line} does not fit match {id}, which was left out: {reason}")]
    Unfit {
        /// The number of the line, from 1.
        line: usize,
        /// The match.
        id: String,
        /// The reason.
        reason: String,
    },
}

/// An open journal.
#[derive(Debug)]
pub(super) struct Journal(JsonLines);

/// The content of a journal.
#[derive(Debug, Default)]
pub(super) struct Contents {
    /// The matches, oldest first.
    pub(super) games: Vec<Game>,
    /// The tournament.
    pub(super) opening: Option<Opening>,
    /// The number of matches created, including those that were left out.
    pub(super) created: usize,
    /// The faults of the journal.
    pub(super) damage: Vec<Damage>,
}

impl Journal {
    /// Opens the journal in `folder`, which is created if it does not exist, and replays its
    /// matches.
    pub(super) fn open(
        folder: &Path,
        sync: SyncPolicy,
    ) -> Result<(Journal, Contents), JournalError> {
        let path = folder.join(JOURNAL_FILE);
        let unusable = |source| JournalError::Unusable {
            path: path.clone(),
            source,
        };
        std::fs::create_dir_all(folder).map_err(unusable)?;
        let mut options = OpenOptions::new();
        options.create(true).append(true).read(true);
        // The file contains the seeds of matches in progress.
        let mut file = for_its_owner(&mut options).open(&path).map_err(unusable)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(JournalError::Taken(path)),
            Err(TryLockError::Error(source)) => return Err(unusable(source)),
        }
        let read = JournalReader::read(&mut file).map_err(unusable)?;
        if let Some(version) = read.other_version {
            return Err(JournalError::OtherVersion { path, version });
        }
        let lines = JsonLines::at_end_of(file).map_err(unusable)?;
        let mut lines = lines.forced(sync == SyncPolicy::Always);
        if read.lines == 0 {
            let first = WrittenLine::Journal { version: VERSION };
            lines.append([&first]).map_err(unusable)?;
        }
        Ok((Journal(lines), read.finish()))
    }

    /// Writes the settings of a tournament.
    pub(super) fn opened(&mut self, opening: &Opening) -> io::Result<()> {
        self.0.append([&WrittenLine::Tournament(opening)])
    }

    /// Writes the creation of a match.
    pub(super) fn created(&mut self, creation: &Creation) -> io::Result<()> {
        self.0.append([&WrittenLine::Created(creation)])
    }

    /// Writes the move number `n` of a match.
    pub(super) fn moved(&mut self, id: MatchId, n: u32, made: &Move) -> io::Result<()> {
        self.0.append([&WrittenLine::Done { id, n, made }])
    }

    /// Waits until all lines are on the disk.
    pub(super) fn sync(&self) -> io::Result<()> {
        self.0.sync()
    }
}

#[derive(Default)]
struct JournalReader {
    lines: usize,
    order: Vec<MatchId>,
    games: HashMap<MatchId, Game>,
    opening: Option<Opening>,
    damage: Vec<Damage>,
    other_version: Option<u32>,
}

impl JournalReader {
    fn read(file: &mut File) -> io::Result<JournalReader> {
        file.seek(SeekFrom::Start(0))?;
        let mut reading = JournalReader::default();
        json_lines::read(file, |number, line| {
            reading.lines = number;
            reading.line(line);
        })?;
        Ok(reading)
    }

    fn line(&mut self, line: Result<ReadLine, BadLine>) {
        match line {
            Ok(ReadLine::Journal { version }) if version != VERSION => {
                self.other_version = Some(version);
            }
            Ok(ReadLine::Journal { .. }) => {}
            // A journal has one tournament.
            Ok(ReadLine::Tournament(opening)) => drop(self.opening.get_or_insert(opening)),
            Ok(ReadLine::Created(creation)) => self.created(*creation),
            Ok(ReadLine::Done { id, n, made }) => self.moved(id, n, made),
            Err(bad) => self.damage.push(bad.into()),
        }
    }

    fn created(&mut self, creation: Creation) {
        let id = creation.id;
        match Game::start(Arc::new(creation)) {
            Ok(game) => {
                self.order.push(id);
                self.games.insert(id, game);
            }
            Err(error) => self.leave_out(id, error.to_string()),
        }
    }

    fn moved(&mut self, id: MatchId, n: u32, made: Move) {
        let Some(game) = self.games.get_mut(&id) else {
            // A match that was left out has been reported. A match that was never there has not.
            if !self.order.contains(&id) {
                self.leave_out(id, "the match is not there".to_owned());
            }
            return;
        };
        if game.state.counters().moves != n {
            let reason = format!("move {} is missing", game.state.counters().moves);
            return self.leave_out(id, reason);
        }
        match game.try_move(&made.kind) {
            Ok(next) => game.commit(next, made),
            Err(error) => self.leave_out(id, error.to_string()),
        }
    }

    fn leave_out(&mut self, id: MatchId, reason: String) {
        self.games.remove(&id);
        if !self.order.contains(&id) {
            self.order.push(id);
        }
        self.damage.push(Damage::Unfit {
            line: self.lines,
            id: id.to_string(),
            reason,
        });
    }

    fn finish(mut self) -> Contents {
        let games = self.order.iter().filter_map(|id| self.games.remove(id));
        Contents {
            games: games.collect(),
            opening: self.opening,
            created: self.order.len(),
            damage: self.damage,
        }
    }
}
