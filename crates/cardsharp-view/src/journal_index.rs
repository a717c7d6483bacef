//! A journal, and where each of its games is.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;
use thiserror::Error;

use cardsharp_arena::tournament::{Format, SequentialTest, Settings, TournamentProgress};
use cardsharp_arena::{Beginning, Entry, Tally, Unit};
use cardsharp_contest::Contest;
use cardsharp_files::json_lines::{self, BadLine, LineFault};
use cardsharp_game::{Ending, ServedJournal, ServedLine, ServedUnit};

/// The largest line that is shown, in bytes.
const MAX_BYTES: u64 = 1 << 26;

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
    #[error("{path} is no journal of matches: it comes from `match --journal` or `tournament --journal`")]
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
    /// The agent in the first seat, by its index in the match.
    pub first: u8,
    /// The agent that won, by its index in the match.
    pub winner: Option<u8>,
    /// True if the game was given up.
    pub abandoned: bool,
    /// True if the line has the moves of the game.
    pub recorded: bool,
    /// The name by which a server's clients know the game; none in a journal of this program's matches.
    pub id: Option<String>,
    /// Where the line begins in the file, in bytes.
    offset: u64,
}

/// The result of a round or of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatedResult {
    /// The index of the match in [`JournalIndex::matches`].
    pub of_match: u32,
    /// The agent that won, by its index in the match; `None` after a draw.
    pub winner: Option<u8>,
}

/// A journal.
#[derive(Clone, Debug)]
pub struct JournalIndex {
    /// The file.
    pub path: PathBuf,
    /// The bytes of the file that were read: those of whole lines.
    pub size: u64,
    /// The contest whose server keeps the journal; `None` if it is of matches in this program.
    server: Option<Served>,
    /// The tournament of the journal, if it is of one.
    pub tournament: Option<TournamentProgress>,
    /// The number in the tournament, and the counts of every match, in the order in which they began.
    pub matches: Vec<(Option<usize>, Tally)>,
    /// The games, in order.
    pub games: Vec<GameLine>,
    /// The results that count for ratings, in order: rounds, or games that belong to none.
    pub results: Vec<RatedResult>,
    /// The number of lines that were left out: damaged ones, and what belongs to no match.
    pub left_out: usize,
    /// True if the file has what no reader of a page may know.
    pub has_secrets: bool,
    /// The match that the lines now belong to.
    current: Option<usize>,
}

/// A contest whose server keeps a journal.
#[derive(Clone, Copy, Debug)]
struct Served {
    contest: &'static str,
    journal: ServedJournal,
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
                forfeit: None,
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
    /// Reads a journal: one of matches and tournaments, or that of the server of one of these contests.
    ///
    /// # Errors
    ///
    /// [`IndexError`] if the file cannot be read, or has no match. The journal of a server may be empty.
    pub fn read(path: &Path, contests: &[&'static dyn Contest]) -> Result<JournalIndex, IndexError> {
        let server = contests.iter().find_map(|contest| {
            let journal = contest.served_journal()?;
            let contest = contest.name();
            (path.file_name()? == journal.file).then_some(Served { contest, journal })
        });
        let mut index = JournalIndex {
            path: path.to_owned(),
            size: 0,
            server,
            tournament: None,
            matches: Vec::new(),
            games: Vec::new(),
            results: Vec::new(),
            left_out: 0,
            has_secrets: server.is_some_and(|server| server.journal.has_secrets),
            current: None,
        };
        index.read_on()?;
        if index.matches.is_empty() && index.tournament.is_none() && server.is_none() {
            Err(IndexError::NoMatch { path: path.to_owned() })
        } else {
            Ok(index)
        }
    }

    /// Reads the whole lines that were added to the file.
    ///
    /// # Errors
    ///
    /// [`IndexError`] if the file cannot be read.
    pub fn read_on(&mut self) -> Result<(), IndexError> {
        let path = self.path.clone();
        self.read_lines().map_err(|source| IndexError::Io { path, source })
    }

    fn read_lines(&mut self) -> io::Result<()> {
        let mut file = File::open(&self.path)?;
        let (begin, end) = (self.size, file.metadata()?.len());
        file.seek(SeekFrom::Start(begin))?;
        let new = file.take(end.saturating_sub(begin));
        self.size = end;
        match self.server {
            Some(Served { journal, .. }) => json_lines::read_at(new, |offset, line: Result<Value, BadLine>| {
                let offset = begin + offset;
                self.take(offset, line, |index, line| {
                    let recorded = journal.record.is_none_or(|record| line.get(record).is_some());
                    (journal.read)(line).map(|line| index.add_served(offset, recorded, line))
                });
            }),
            None => json_lines::read_at(new, |offset, line: Result<Line, BadLine>| {
                let offset = begin + offset;
                self.take(offset, line, |index, line| index.add(offset, line).then_some(()));
            }),
        }
    }

    /// Adds a line that may be damaged. One that is torn may still be written.
    fn take<T>(&mut self, offset: u64, line: Result<T, BadLine>, add: impl FnOnce(&mut JournalIndex, T) -> Option<()>) {
        let added = match line {
            Ok(line) => add(self, line).is_some(),
            Err(BadLine { fault: LineFault::Torn, .. }) => {
                self.size = offset;
                true
            }
            Err(_) => false,
        };
        self.left_out += usize::from(!added);
    }

    /// Adds a line of a server's journal.
    fn add_served(&mut self, offset: u64, recorded: bool, line: ServedLine) {
        let ServedLine { mut players, winner, rated, ended } = line;
        let Some(ended) = ended else {
            self.has_secrets = true;
            return;
        };
        // Those who sit in the same order play the same match, whoever begins: the lowest name comes first.
        let seats = players.len().max(1);
        let from = |&seat: &usize| players[seat..].iter().chain(&players[..seat]);
        let turn = (0..players.len()).min_by(|one, other| from(one).cmp(from(other)));
        let turn = turn.unwrap_or(0);
        players.rotate_left(turn);
        let first = (seats - turn) % seats;
        let winner = winner.map(|seat| (first + seat) % seats);
        let number = self.match_between(&players);
        let entry = match ended {
            ServedUnit::Round { number } => {
                Entry::Round { set: number, first, seed: 0, winner, ending: Ending::Completed, games: 0 }
            }
            ServedUnit::Game { id, round, moves, penalties } => {
                let in_order = |mut counts: Vec<u64>| {
                    counts.resize(players.len(), 0);
                    counts.rotate_left(turn);
                    counts
                };
                let entry = Entry::Game {
                    set: round.map_or(self.games.len() as u64, |(round, _)| round),
                    first,
                    seated: None,
                    game: round.map(|(_, game)| game),
                    winner,
                    ending: Ending::Completed,
                    forfeit: None,
                    points: Vec::new(),
                    moves: in_order(moves),
                    penalties: in_order(penalties),
                    record: None,
                };
                self.games.push(GameLine {
                    of_match: number as u32,
                    first: first.min(usize::from(u8::MAX)) as u8,
                    winner: winner.and_then(|winner| u8::try_from(winner).ok()),
                    abandoned: false,
                    recorded,
                    id: Some(id),
                    offset,
                });
                entry
            }
        };
        if rated {
            self.count(number, &entry);
        }
    }

    /// Counts the result of a match.
    fn count(&mut self, of_match: usize, entry: &Entry) {
        let tally = &mut self.matches[of_match].1;
        tally.add(entry);
        let result = match (entry, tally.unit) {
            (Entry::Game { winner, ending, .. }, Unit::Games) => (winner, ending),
            (Entry::Round { winner, ending, .. }, Unit::Rounds) => (winner, ending),
            _ => return,
        };
        if let (winner, Ending::Completed | Ending::Forfeited) = result {
            self.results.push(RatedResult {
                of_match: of_match as u32,
                winner: winner.and_then(|winner| u8::try_from(winner).ok()),
            });
        }
    }

    /// The match between these players of a server, which begins if they have not met.
    fn match_between(&mut self, agents: &[String]) -> usize {
        let known = self.matches.iter().position(|(_, tally)| tally.agents == agents);
        known.unwrap_or_else(|| {
            let beginning = Beginning {
                number: None,
                contest: self.contest().to_owned(),
                agents: agents.to_vec(),
                seed: 0,
                unit: self.unit(),
                count: 0,
            };
            self.matches.push((None, Tally::new(&beginning)));
            self.matches.len() - 1
        })
    }

    /// The unit of a server's journal, or of the first match: rounds or games.
    pub fn unit(&self) -> Unit {
        match (self.server, self.matches.first()) {
            (Some(server), _) if !server.journal.in_rounds => Unit::Games,
            (None, Some((_, tally))) => tally.unit,
            _ => Unit::Rounds,
        }
    }

    /// True if a contest's server keeps the journal.
    pub fn is_served(&self) -> bool {
        self.server.is_some()
    }

    /// The index of the game that a server's clients know by this name. If a name was given twice, it is the last one.
    pub fn index_of(&self, id: &str) -> Option<usize> {
        self.games.iter().rposition(|game| game.id.as_deref() == Some(id))
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
                let known = self.matches.iter().position(|(number, _)| number.is_some() && *number == beginning.number);
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
                    id: None,
                    offset,
                });
                self.count(current, &entry);
            }
            Entry::Round { .. } => {
                let Some(current) = self.current else {
                    return false;
                };
                self.count(current, &entry);
            }
        }
        match &mut self.tournament {
            Some(tournament) => tournament.add(&entry),
            None => true,
        }
    }

    /// The contest's name.
    pub fn contest(&self) -> &str {
        match (&self.server, &self.tournament, self.matches.first()) {
            (Some(server), ..) => server.contest,
            (None, Some(tournament), _) => &tournament.settings.contest,
            (None, None, Some((_, tally))) => &tally.contest,
            (None, None, None) => "",
        }
    }

    /// The counts of the match of a game.
    pub fn match_of(&self, game: &GameLine) -> &Tally {
        &self.matches[game.of_match as usize].1
    }

    /// The name of the agent in a seat of a game.
    pub fn agent_in(&self, game: &GameLine, seat: usize) -> &str {
        let agents = &self.match_of(game).agents;
        let index = (usize::from(game.first) + seat) % agents.len().max(1);
        agents.get(index).map_or("", String::as_str)
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
        let member = self.server.map_or(Some("record"), |server| server.journal.record);
        let mut file = File::open(&self.path)?;
        file.seek(SeekFrom::Start(game.offset))?;
        let mut line = Vec::new();
        let mut reader = BufReader::new(file).take(MAX_BYTES);
        reader.read_until(b'\n', &mut line)?;
        let mut line: Value = serde_json::from_slice(&line)?;
        Ok(match member {
            Some(member) => line.get_mut(member).map(Value::take),
            None => Some(line),
        })
    }
}
