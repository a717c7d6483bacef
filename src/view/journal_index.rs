//! A journal, and where each of its games is.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::IgnoredAny;
use thiserror::Error;

use crate::arena::tournament::{Format, SequentialTest, Settings, TournamentProgress};
use crate::arena::{Beginning, Entry, Tally, Unit};
use crate::contest::Ending;
use crate::json_lines::{self, BadLine};

/// The largest line that is shown, in bytes.
const MOST_BYTES: u64 = 1 << 26;

/// The reason why a journal cannot be shown.
#[derive(Debug, Error)]
pub enum IndexError {
    /// The file cannot be read.
    #[error("{path} cannot be read: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The file has no match.
    #[error(
        "{path} is no journal of matches: it comes from `match --journal` or `tournament --journal`"
    )]
    NoMatch {
        /// The file.
        path: PathBuf,
    },
}

/// Where a game is, and how it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameLine {
    /// The index of the match in [`JournalIndex::matches`].
    pub of_match: u32,
    /// The agent in the first seat, by its place in the match.
    pub first: u8,
    /// The agent that won, by its place in the match.
    pub winner: Option<u8>,
    /// True if the game was given up.
    pub abandoned: bool,
    /// True if the line has the moves of the game.
    pub recorded: bool,
    /// Where the line begins in the file, in bytes.
    offset: u64,
}

/// A journal.
#[derive(Clone, Debug)]
pub struct JournalIndex {
    /// The file.
    pub path: PathBuf,
    /// The size of the file when it was read, in bytes.
    pub size: u64,
    /// The tournament of the journal, if it is of one.
    pub tournament: Option<TournamentProgress>,
    /// The number in the tournament, and the counts of every match, in the order in which they began.
    pub matches: Vec<(Option<usize>, Tally)>,
    /// The games, in order.
    pub games: Vec<GameLine>,
    /// The number of lines that were left out: damaged ones, and what belongs to no match.
    pub left_out: usize,
    /// The match that the lines now belong to.
    current: Option<usize>,
}

/// A line of any type, without the moves of its game.
#[derive(Deserialize)]
struct Line {
    r#type: Kind,
    number: Option<usize>,
    contest: Option<String>,
    #[serde(default)]
    agents: Vec<String>,
    #[serde(default)]
    seats: usize,
    format: Option<Format>,
    unit: Option<Unit>,
    #[serde(default)]
    count: u64,
    #[serde(default)]
    seed: u64,
    #[serde(default)]
    records: bool,
    stop_when: Option<SequentialTest>,
    #[serde(default)]
    set: u64,
    #[serde(default)]
    first: usize,
    seated: Option<usize>,
    game: Option<usize>,
    winner: Option<usize>,
    ending: Option<Ending>,
    #[serde(default)]
    moves: Vec<u64>,
    #[serde(default)]
    penalties: Vec<u64>,
    #[serde(default)]
    games: usize,
    record: Option<IgnoredAny>,
}

/// What a line is.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Tournament,
    Match,
    Game,
    Round,
}

impl Line {
    /// The entry of the line, without the record of a game; `None` if it lacks something.
    fn entry(self) -> Option<Entry> {
        Some(match self.r#type {
            Kind::Tournament => Entry::Tournament(Settings {
                contest: self.contest?,
                agents: self.agents,
                seats: self.seats,
                format: self.format?,
                unit: self.unit?,
                count: self.count,
                seed: self.seed,
                records: self.records,
                stop_when: self.stop_when,
            }),
            Kind::Match => Entry::Match(Beginning {
                number: self.number,
                contest: self.contest?,
                agents: self.agents,
                seed: self.seed,
                unit: self.unit?,
                count: self.count,
            }),
            Kind::Game => Entry::Game {
                set: self.set,
                first: self.first,
                seated: self.seated,
                game: self.game,
                winner: self.winner,
                ending: self.ending?,
                points: Vec::new(),
                moves: self.moves,
                penalties: self.penalties,
                record: None,
            },
            Kind::Round => Entry::Round {
                set: self.set,
                first: self.first,
                seed: self.seed,
                winner: self.winner,
                ending: self.ending?,
                games: self.games,
            },
        })
    }
}

impl JournalIndex {
    /// Reads a journal.
    ///
    /// # Errors
    ///
    /// [`IndexError`] if the file cannot be read, or has no match.
    pub fn read(path: &Path) -> Result<JournalIndex, IndexError> {
        let failed = |source| IndexError::Io {
            path: path.to_owned(),
            source,
        };
        let file = File::open(path).map_err(failed)?;
        let mut index = JournalIndex {
            path: path.to_owned(),
            size: file.metadata().map_err(failed)?.len(),
            tournament: None,
            matches: Vec::new(),
            games: Vec::new(),
            left_out: 0,
            current: None,
        };
        let read = json_lines::read_at(file, |offset, line: Result<Line, BadLine>| {
            let added = line.ok().is_some_and(|line| index.add(offset, line));
            index.left_out += usize::from(!added);
        });
        read.map_err(failed)?;
        match index.matches.is_empty() && index.tournament.is_none() {
            true => Err(IndexError::NoMatch {
                path: path.to_owned(),
            }),
            false => Ok(index),
        }
    }

    /// Adds a line; false if it belongs to nothing.
    fn add(&mut self, offset: u64, line: Line) -> bool {
        let (first, recorded) = (line.seated.unwrap_or(line.first), line.record.is_some());
        let Some(entry) = line.entry() else {
            return false;
        };
        match &entry {
            Entry::Tournament(settings) => {
                let begins = self.tournament.is_none() && self.matches.is_empty();
                self.tournament = begins
                    .then(|| TournamentProgress::sound(settings.clone()))
                    .flatten()
                    .or_else(|| self.tournament.take());
                return begins;
            }
            Entry::Match(beginning) => {
                let known = self
                    .matches
                    .iter()
                    .position(|(number, _)| number.is_some() && *number == beginning.number);
                self.current = Some(known.unwrap_or(self.matches.len()));
                if known.is_none() {
                    self.matches.push((beginning.number, Tally::new(beginning)));
                }
            }
            Entry::Game { winner, ending, .. } => {
                let Some(current) = self.current else {
                    return false;
                };
                self.games.push(GameLine {
                    of_match: current as u32,
                    first: first.min(usize::from(u8::MAX)) as u8,
                    winner: winner.and_then(|winner| u8::try_from(winner).ok()),
                    abandoned: *ending == Ending::Abandoned,
                    recorded,
                    offset,
                });
                self.matches[current].1.add(&entry);
            }
            Entry::Round { .. } => {
                let Some(current) = self.current else {
                    return false;
                };
                self.matches[current].1.add(&entry);
            }
        }
        match &mut self.tournament {
            Some(tournament) => tournament.add(&entry),
            None => true,
        }
    }

    /// The contest's name.
    pub fn contest(&self) -> &str {
        match (&self.tournament, self.matches.first()) {
            (Some(tournament), _) => &tournament.settings.contest,
            (None, Some((_, tally))) => &tally.contest,
            (None, None) => "",
        }
    }

    /// The counts of the match of a game.
    pub fn match_of(&self, game: &GameLine) -> &Tally {
        &self.matches[game.of_match as usize].1
    }

    /// The name of the agent in a seat of a game.
    pub fn agent_in(&self, game: &GameLine, seat: usize) -> &str {
        let agents = &self.match_of(game).agents;
        let place = (usize::from(game.first) + seat) % agents.len().max(1);
        agents.get(place).map_or("", String::as_str)
    }

    /// The name of the agent that won a game.
    pub fn winner_of(&self, game: &GameLine) -> Option<&str> {
        let agents = &self.match_of(game).agents;
        agents.get(usize::from(game.winner?)).map(String::as_str)
    }

    /// The record of a game; `None` if the journal has none.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or the line is not what it was.
    pub fn record(&self, game: &GameLine) -> io::Result<Option<serde_json::Value>> {
        #[derive(Deserialize)]
        struct Recorded {
            record: Option<serde_json::Value>,
        }
        let mut file = File::open(&self.path)?;
        file.seek(SeekFrom::Start(game.offset))?;
        let mut line = Vec::new();
        let mut reader = BufReader::new(file).take(MOST_BYTES);
        reader.read_until(b'\n', &mut line)?;
        let line: Recorded = serde_json::from_slice(&line)?;
        Ok(line.record)
    }
}
