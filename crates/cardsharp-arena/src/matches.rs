//! A match: many rounds or games between the same agents.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use thiserror::Error;

use super::{Beginning, Entry, Journal, JournalError, Tally, Unit};
use cardsharp_game::{Ending, GameResult, RoundResult, Setup, Table, derive_seed};

/// The tasks of a thread in one batch. They keep all threads busy, and are so few that a killed process loses little.
pub(super) const BATCH: u64 = 32;

/// The options of a match.
#[derive(Clone, Debug)]
pub struct MatchOptions {
    /// The contest's name, for the journal.
    pub contest: String,
    /// The agents as the caller named them, for the journal.
    pub agents: Vec<String>,
    /// The unit of the match: rounds or games.
    pub unit: Unit,
    /// The number of rounds or games.
    pub count: u64,
    /// The seed of the match. All its randomness follows from it.
    pub seed: u64,
    /// The number of threads; none takes all cores. The results do not depend on it.
    pub threads: Option<NonZeroUsize>,
    /// True if the journal gets every game's record.
    pub records: bool,
}

/// The reason why a match could not be played to its end.
#[derive(Debug, Error)]
pub enum MatchError {
    /// The threads cannot be started.
    #[error("cannot start the match's threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The journal cannot be written.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

/// Plays a match and counts its results.
///
/// Every seed is played once with each rotation of the seats, so that luck in the deals is the same for every
/// agent. If `count` is not a multiple of the number of seats, the last set is short. At a table with a
/// person, rounds or games are played one after another. An agent that leaves ends the match: a person, or an
/// [outside](cardsharp_game::outside) agent that failed. Once `stop`
/// is set, no more rounds or games are begun; those in progress are finished. `progress` is called after
/// every round or game, on the thread that played it.
///
/// # Errors
///
/// [`MatchError`] if the threads cannot be started, or the journal cannot be written.
pub fn play_match(
    table: &dyn Table,
    options: &MatchOptions,
    mut journal: Option<&mut Journal>,
    stop: &AtomicBool,
    progress: &(dyn Fn() + Sync),
) -> Result<Tally, MatchError> {
    let beginning = Beginning {
        number: None,
        contest: options.contest.clone(),
        agents: options.agents.clone(),
        seed: options.seed,
        unit: options.unit,
        count: options.count,
    };
    let mut tally = Tally::new(&beginning);
    if let Some(journal) = journal.as_deref_mut() {
        journal.append(&[Entry::Match(beginning)])?;
    }
    let threads = match options.threads {
        _ if table.interactive() => 1,
        Some(threads) => threads.get(),
        None => 0,
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let at_a_time = if table.interactive() { 1 } else { BATCH * pool.current_num_threads() as u64 };
    let mut next = 0;
    let stopped = || stop.load(Ordering::Relaxed);
    while next < options.count && !stopped() {
        let end = options.count.min(next + at_a_time);
        let tasks: Vec<Task<'_>> = (next..end)
            .map(|number| Task {
                table,
                agents: options.agents.len(),
                unit: options.unit,
                seed: options.seed,
                number,
                record: options.records,
            })
            .collect();
        let played = pool.install(|| play_all(&tasks, stop, progress));
        next = end;
        for entries in played.iter().flatten() {
            entries.iter().for_each(|entry| tally.add(entry));
            if let Some(journal) = journal.as_deref_mut() {
                journal.append(entries)?;
            }
        }
        if played.iter().flatten().flatten().any(is_abandoned) {
            break;
        }
    }
    Ok(tally)
}

/// True for a game that an agent left.
pub(super) fn is_abandoned(entry: &Entry) -> bool {
    matches!(entry, Entry::Game { ending: Ending::Abandoned, .. })
}

/// One round or game of a match.
pub(super) struct Task<'t> {
    pub(super) table: &'t dyn Table,
    /// The number of agents at the table.
    pub(super) agents: usize,
    pub(super) unit: Unit,
    /// The seed of the match.
    pub(super) seed: u64,
    /// The number in the match.
    pub(super) number: u64,
    pub(super) record: bool,
}

/// Plays tasks on the threads of the current pool. Returns the entries of each, in order; `None` for those that had
/// not begun when `stop` was set.
pub(super) fn play_all(tasks: &[Task<'_>], stop: &AtomicBool, progress: &(dyn Fn() + Sync)) -> Vec<Option<Vec<Entry>>> {
    tasks
        .par_iter()
        .map(|task| {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let entries = task.play();
            progress();
            Some(entries)
        })
        .collect()
}

impl Task<'_> {
    /// Returns the entries of the games and then, if the unit is rounds, that of the round.
    fn play(&self) -> Vec<Entry> {
        let seats = self.agents as u64;
        let set = self.number / seats;
        let setup =
            Setup { seed: derive_seed(self.seed, set), first: (self.number % seats) as usize, record: self.record };
        match self.unit {
            Unit::Games => vec![game_entry(set, setup, None, self.table.play_game(setup))],
            Unit::Rounds => round_entries(set, setup, self.table.play_round(setup)),
        }
    }
}

fn round_entries(set: u64, setup: Setup, result: RoundResult) -> Vec<Entry> {
    let round = Entry::Round {
        set,
        first: setup.first,
        seed: setup.seed,
        winner: result.winner,
        ending: result.ending(),
        games: result.games.len(),
    };
    let games = result.games.into_iter().enumerate();
    games.map(|(number, game)| game_entry(set, setup, Some(number), game)).chain([round]).collect()
}

fn game_entry(set: u64, setup: Setup, number: Option<usize>, result: GameResult) -> Entry {
    Entry::Game {
        set,
        first: setup.first,
        seated: Some(result.first).filter(|&first| first != setup.first),
        game: number,
        winner: result.winner,
        ending: result.ending,
        forfeit: result.forfeit,
        points: result.points,
        moves: result.moves,
        penalties: result.penalties,
        record: result.record,
    }
}
