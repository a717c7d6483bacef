//! Playing a tournament.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};

use thiserror::Error;

use super::progress::TournamentProgress;
use super::sequential_test::Decision;
use crate::matches::{BATCH, Task, is_abandoned, play_all};
use crate::{Journal, JournalError};
use cardsharp_game::shard::Shard;
use cardsharp_game::{AgentError, Table};

/// The reason why a tournament could not be played to its end.
#[derive(Debug, Error)]
pub enum TournamentError {
    /// The threads cannot be started.
    #[error("cannot start the tournament's threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The journal cannot be written.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// An agent cannot be loaded.
    #[error(transparent)]
    Agent(#[from] AgentError),
}

/// Makes the table of these agents, by their numbers.
pub type MakeTable<'p> = dyn Fn(&[usize]) -> Result<Box<dyn Table>, AgentError> + 'p;

/// The means of playing a tournament. The results do not depend on them.
pub struct PlayPlan<'p> {
    /// Makes the tables.
    pub table: &'p MakeTable<'p>,
    /// The number of threads; none takes all cores.
    pub threads: Option<NonZeroUsize>,
    /// Once it is set, no more rounds or games are begun.
    pub stop: &'p AtomicBool,
    /// The part of the rounds and games that is played, of a format whose matches do not depend on results.
    pub shard: Shard,
    /// It is called after every round or game, on the thread that played it.
    pub progress: &'p (dyn Fn() + Sync),
}

/// A round or game: the number of its match, and its own number in the match.
type Open = (usize, u64);

/// Plays a tournament from where it is to its end, or until it is stopped. Every result goes to the journal first.
/// `tournament` has to be what the journal says; a journal of its own begins with the settings.
///
/// With a shard, only its rounds and games are played. The tournament is complete once the journals of all shards are
/// joined.
///
/// The rounds and games of all matches of a stage are played side by side, and counted in order. An agent that leaves
/// stops the tournament; what it left does not count and is played again by a tournament that goes on.
///
/// # Errors
///
/// [`TournamentError`] if the threads cannot be started, an agent cannot be loaded, or the journal cannot be written.
pub fn play_tournament(
    tournament: &mut TournamentProgress,
    mut journal: Option<&mut Journal>,
    plan: &PlayPlan<'_>,
) -> Result<(), TournamentError> {
    let threads = plan.threads.map_or(0, NonZeroUsize::get);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let at_a_time = BATCH as usize * pool.current_num_threads();
    // The tables of the matches of one batch.
    let mut tables: BTreeMap<usize, Box<dyn Table>> = BTreeMap::new();
    let mut current = None;
    while !tournament.is_complete() && !plan.stop.load(Ordering::Relaxed) {
        let batch = next_batch(tournament, plan.shard, at_a_time);
        if batch.is_empty() {
            break;
        }
        tables.retain(|number, _| batch.iter().any(|(other, _)| number == other));
        for &(number, _) in &batch {
            if let Entry::Vacant(vacant) = tables.entry(number) {
                vacant.insert((plan.table)(&tournament.matches[number].pairing.agents)?);
            }
        }
        let tasks: Vec<Task<'_>> = batch
            .iter()
            .map(|&(number, of_match)| {
                let one = &tournament.matches[number];
                Task {
                    table: tables[&number].as_ref(),
                    agents: one.pairing.agents.len(),
                    unit: one.tally.unit,
                    seed: one.tally.seed,
                    number: of_match,
                    record: tournament.settings.records,
                }
            })
            .collect();
        let played = pool.install(|| play_all(&tasks, plan.stop, plan.progress));
        let done = batch.iter().map(|(number, _)| *number).zip(played);
        for (number, entries) in done.filter_map(|(number, entries)| Some((number, entries?))) {
            // Decided by a result before: this one is not needed.
            if tournament.decision().is_some_and(|found| found != Decision::Open) {
                break;
            }
            if entries.iter().any(is_abandoned) {
                return Ok(());
            }
            let mut all = Vec::new();
            if current != Some(number) {
                all.push(tournament.beginning(number));
                current = Some(number);
            }
            all.extend(entries);
            if let Some(journal) = journal.as_deref_mut() {
                journal.append(&all)?;
            }
            for entry in &all {
                tournament.add(entry);
            }
        }
    }
    Ok(())
}

/// The next rounds or games, of one match after another.
fn next_batch(tournament: &TournamentProgress, shard: Shard, most: usize) -> Vec<Open> {
    let count = tournament.settings.count;
    let run = shard.run_of(tournament.matches.len() as u64 * count);
    let matches = tournament.matches.iter().enumerate();
    let open = matches.flat_map(|(number, one)| {
        let first = number as u64 * count;
        let own = run.start.saturating_sub(first)..run.end.saturating_sub(first);
        let open = one.open().filter(move |of_match| own.contains(of_match));
        open.map(move |of_match| (number, of_match))
    });
    open.take(most).collect()
}
