//! The journal of matches: one line for each move, in a database and as JSON Lines beside it. Every match is replayed
//! from the database when the server starts.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::accounts::Accounts;
use super::game::{Creation, Game, Move};
use super::ids::MatchId;
use super::served::{self, EndedMatch, GAMES_FILE};
use super::tournament::Opening;
use cardsharp_files::json_lines::BadLine;
use cardsharp_files::store::{EventLog, GameJournal, LOCK_PATIENCE, LogForm, StoreError};
use cardsharp_net::SyncPolicy;

/// The journal's name in the data folder.
pub const JOURNAL_FILE: &str = "dead-mans-draw-matches.jsonl";

/// The database's name in the data folder.
pub const DATABASE_FILE: &str = "dead-mans-draw.redb";

/// The version of the journal's lines.
const VERSION: u32 = 1;

const FORM: LogForm = LogForm {
    database: DATABASE_FILE,
    journal: JOURNAL_FILE,
    // It has the seeds of matches in progress.
    is_private: true,
    version: 1,
};

/// A line: borrowed for writing, and read as its own.
#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Line<'a> {
    /// The first line of every journal.
    Journal { version: u32 },
    /// A tournament was announced.
    Tournament(Cow<'a, Opening>),
    /// A match was created.
    Created(Box<Cow<'a, Creation>>),
    /// A move in a match.
    Done {
        #[serde(rename = "match")]
        id: MatchId,
        /// The number of the move in its match. The creation has the number 0.
        n: u32,
        #[serde(flatten)]
        made: Cow<'a, Move>,
    },
}

/// The reason why a journal cannot be used.
#[derive(Debug, Error)]
pub enum JournalError {
    /// The database or the journal beside it cannot be used, or another server uses them.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The journal was written by another version.
    #[error("the journal {path} has version {version}, this server reads {VERSION}: choose another folder")]
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
    /// A line is cut off, changed, or no line of this journal. The move of a line that is cut off was not answered.
    #[error(transparent)]
    Line(#[from] BadLine),
    /// A line does not fit the lines before it.
    #[error("line {line} does not fit match {id}, which was left out: {reason}")]
    Unfit {
        /// The number of the line, from 1, without those that were left out.
        line: usize,
        /// The match.
        id: String,
        /// The reason.
        reason: String,
    },
}

/// An open journal, and that of the matches that are over, which has no secrets.
#[derive(Debug)]
pub(super) struct Journal {
    log: EventLog,
    games: GameJournal<EndedMatch>,
}

/// The content of a journal.
#[derive(Debug, Default)]
pub(super) struct Contents {
    /// The matches, oldest first.
    pub(super) games: Vec<Game>,
    /// The tournament.
    pub(super) opening: Option<Opening>,
    /// The number of matches created, including those that were left out.
    pub(super) created: usize,
    /// The matches that the journal of games has.
    ended: HashSet<MatchId>,
    /// The faults of the journal.
    pub(super) damage: Vec<Damage>,
}

impl Journal {
    /// Opens the journal in `folder`, which is created if it does not exist, and replays its matches.
    pub(super) fn open(folder: &Path, sync: SyncPolicy) -> Result<(Journal, Contents), JournalError> {
        let (mut log, damaged) = EventLog::open(folder, &FORM, sync, LOCK_PATIENCE)?;
        let mut reader =
            JournalReader { damage: damaged.into_iter().map(Damage::from).collect(), ..JournalReader::default() };
        log.read(|number, line| {
            reader.number = number;
            reader.line(line);
        })?;
        if let Some(version) = reader.other_version {
            let path = folder.join(JOURNAL_FILE);
            return Err(JournalError::OtherVersion { path, version });
        }
        if log.is_empty() {
            log.append([&Line::Journal { version: VERSION }])?;
        }
        let mut contents = reader.finish();
        let games = GameJournal::open(folder.join(GAMES_FILE), |line: served::Line| {
            contents.ended.insert(line.id);
        })?;
        Ok((Journal { log, games }, contents))
    }

    /// Adds the matches that are over and that the journal of games lacks to it.
    pub(super) fn add_ended(&mut self, contents: &Contents, accounts: &Accounts) {
        let games = contents.games.iter();
        for game in games.filter(|game| !contents.ended.contains(&game.creation.id)) {
            self.ended(EndedMatch::of(game, accounts));
        }
    }

    /// Adds a match to the journal of games, which is for readers: if it cannot be written, it follows later.
    pub(super) fn ended(&mut self, line: Option<EndedMatch>) {
        self.games.append(line);
    }

    /// Writes the settings of a tournament.
    pub(super) fn opened(&mut self, opening: &Opening) -> Result<(), StoreError> {
        self.log.append([&Line::Tournament(Cow::Borrowed(opening))])
    }

    /// Writes the creation of a match.
    pub(super) fn created(&mut self, creation: &Creation) -> Result<(), StoreError> {
        self.log.append([&Line::Created(Box::new(Cow::Borrowed(creation)))])
    }

    /// Writes the move number `n` of a match.
    pub(super) fn moved(&mut self, id: MatchId, n: u32, made: &Move) -> Result<(), StoreError> {
        let made = Cow::Borrowed(made);
        self.log.append([&Line::Done { id, n, made }])
    }

    /// Closes the journal, and checks that all lines were written.
    pub(super) fn close(mut self) -> Result<(), StoreError> {
        self.log.finish()?;
        self.games.finish()
    }
}

#[derive(Default)]
struct JournalReader {
    /// The number of the line, from 1.
    number: usize,
    order: Vec<MatchId>,
    games: HashMap<MatchId, Game>,
    opening: Option<Opening>,
    damage: Vec<Damage>,
    other_version: Option<u32>,
}

/// Plays the move with the number `n`.
fn play_move(game: &mut Game, n: u32, made: Move) -> Result<(), String> {
    // An earlier version answered "nothing was done" when the disk did not confirm a line that it had written. The
    // player then sent a move again. It has the same number and counts.
    if n < game.state.counters().moves {
        *game = game.before(n).map_err(|error| error.to_string())?;
    }
    if game.state.counters().moves != n {
        return Err(format!("move {} is missing", game.state.counters().moves));
    }
    let next = game.try_move(&made.kind);
    game.commit(next.map_err(|error| error.to_string())?, made);
    Ok(())
}

impl JournalReader {
    fn line(&mut self, line: Result<Line<'_>, BadLine>) {
        match line {
            Ok(Line::Journal { version }) if version != VERSION => {
                self.other_version = Some(version);
            }
            Ok(Line::Journal { .. }) => {}
            // A journal has one tournament.
            Ok(Line::Tournament(opening)) => drop(self.opening.get_or_insert(opening.into_owned())),
            Ok(Line::Created(creation)) => self.created(creation.into_owned()),
            Ok(Line::Done { id, n, made }) => self.moved(id, n, made.into_owned()),
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
        if let Err(reason) = play_move(game, n, made) {
            self.leave_out(id, reason);
        }
    }

    fn leave_out(&mut self, id: MatchId, reason: String) {
        self.games.remove(&id);
        if !self.order.contains(&id) {
            self.order.push(id);
        }
        self.damage.push(Damage::Unfit { line: self.number, id: id.to_string(), reason });
    }

    fn finish(mut self) -> Contents {
        let games = self.order.iter().filter_map(|id| self.games.remove(id));
        Contents {
            games: games.collect(),
            opening: self.opening,
            created: self.order.len(),
            ended: HashSet::new(),
            damage: self.damage,
        }
    }
}

#[cfg(test)]
#[path = "../tests/unit/journal.rs"]
mod tests;
