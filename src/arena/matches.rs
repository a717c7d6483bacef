//! A match: many rounds or games between the same agents.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use thiserror::Error;

use super::{Entry, Journal, JournalError, Tally, Unit};
use crate::contests::{Ending, GameResult, RoundResult, Setup, Table, derive_seed};

/// What to play.
#[derive(Clone, Debug)]
pub struct MatchOptions {
    /// The contest's name, for the journal.
    pub contest: String,
    /// The agents as asked for, for the journal.
    pub agents: Vec<String>,
    /// Whether the match is of rounds or of games.
    pub unit: Unit,
    /// How many of them.
    pub count: u64,
    /// The seed that everything follows from.
    pub seed: u64,
    /// Threads to play on; none takes all cores. The results do not depend on it.
    pub threads: Option<NonZeroUsize>,
    /// Whether the journal gets every game's record.
    pub records: bool,
}

/// Why a match could not be played to its end.
#[derive(Debug, Error)]
pub enum MatchError {
    /// The threads cannot be had.
    #[error("cannot start the match's threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The journal cannot be written.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

/// Plays a match and counts it. Every seed is played once with each rotation of the seats, so that
/// luck in the deals falls to everyone alike; if `count` is not a multiple of the seats, the last
/// set is short. A table with a person plays one after the other, and a person who leaves ends the
/// match. Once `stop` is set, what is being played is finished, and nothing more is begun. `progress` is
/// told after every round or game, from whichever thread played it.
pub fn play_match(
    table: &dyn Table,
    options: &MatchOptions,
    mut journal: Option<&mut Journal>,
    stop: &AtomicBool,
    progress: &(dyn Fn() + Sync),
) -> Result<Tally, MatchError> {
    let beginning = Entry::Match {
        contest: options.contest.clone(),
        agents: options.agents.clone(),
        seed: options.seed,
        unit: options.unit,
        count: options.count,
    };
    // `begin` takes exactly this entry.
    let Some(mut tally) = Tally::begin(&beginning) else {
        unreachable!("a match entry begins a tally")
    };
    if let Some(journal) = journal.as_deref_mut() {
        journal.append(std::slice::from_ref(&beginning))?;
    }
    let threads = match options.threads {
        _ if table.interactive() => 1,
        Some(threads) => threads.get(),
        None => 0,
    };
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()?;
    // Enough at a time to keep the threads busy, few enough that little is lost to a kill.
    let at_a_time = match table.interactive() {
        true => 1,
        false => 32 * pool.current_num_threads() as u64,
    };
    let mut next = 0;
    let stopped = || stop.load(Ordering::Relaxed);
    while next < options.count && !stopped() {
        let end = options.count.min(next + at_a_time);
        let played: Vec<Vec<Entry>> = pool.install(|| {
            (next..end)
                .into_par_iter()
                .filter_map(|number| {
                    if stopped() {
                        return None;
                    }
                    let entries = play_one(table, options, number);
                    progress();
                    Some(entries)
                })
                .collect()
        });
        next = end;
        for entries in &played {
            entries.iter().for_each(|entry| tally.add(entry));
            if let Some(journal) = journal.as_deref_mut() {
                journal.append(entries)?;
            }
        }
        if played.iter().flatten().any(is_abandoned) {
            break;
        }
    }
    Ok(tally)
}

fn is_abandoned(entry: &Entry) -> bool {
    matches!(
        entry,
        Entry::Game {
            ending: Ending::Abandoned,
            ..
        }
    )
}

/// Plays round or game `number` of a match: the games' entries, then the round's.
fn play_one(table: &dyn Table, options: &MatchOptions, number: u64) -> Vec<Entry> {
    let seats = options.agents.len() as u64;
    let set = number / seats;
    let setup = Setup {
        seed: derive_seed(options.seed, set),
        first: (number % seats) as usize,
        record: options.records,
    };
    match options.unit {
        Unit::Games => vec![game_entry(set, setup, None, table.play_game(setup))],
        Unit::Rounds => round_entries(set, setup, table.play_round(setup)),
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
    games
        .map(|(number, game)| game_entry(set, setup, Some(number), game))
        .chain([round])
        .collect()
}

fn game_entry(set: u64, setup: Setup, number: Option<usize>, result: GameResult) -> Entry {
    Entry::Game {
        set,
        first: setup.first,
        game: number,
        winner: result.winner,
        ending: result.ending,
        points: result.points,
        moves: result.moves,
        penalties: result.penalties,
        record: result.record,
    }
}
