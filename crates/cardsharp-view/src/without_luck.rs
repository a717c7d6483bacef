//! The results of a journal's games without luck, by AIVAT.

use cardsharp_arena::{LuckRemoved, RecordedLuck};
use cardsharp_game::luck::LuckFinder;

use super::journal_index::JournalIndex;

/// Makes what finds the luck in games of agents with these names. A name that is no agent's is that of a player whose
/// probabilities are not known.
pub type FinderOf = Box<dyn Fn(&[String]) -> anyhow::Result<Box<dyn LuckFinder>> + Send + Sync>;

/// The games between the same agents, without luck.
pub struct WithoutLuck {
    /// The agents.
    pub agents: Vec<String>,
    /// Their results.
    pub removed: LuckRemoved,
}

/// The results of the games of a journal without luck.
///
/// # Errors
///
/// The journal cannot be read, or the luck of its games cannot be found.
pub fn without_luck(journal: &JournalIndex, finder: &FinderOf) -> anyhow::Result<Vec<WithoutLuck>> {
    let mut matches = Vec::new();
    if journal.is_served() {
        // A player of a server may have any name.
        for (_, tally) in &journal.matches {
            let names = vec![String::new(); tally.agents.len()];
            matches.push(RecordedLuck::new(None, tally.agents.clone(), finder(&names)?));
        }
        for (game, line) in journal.games.iter().enumerate().filter(|(_, line)| line.recorded) {
            let winner = line.winner.map(usize::from);
            matches[line.of_match as usize].add(game as u64, line.first.into(), winner, journal.record(line)?);
        }
    } else {
        matches = RecordedLuck::read(&journal.path, finder)?;
    }
    let result = |mut one: RecordedLuck| WithoutLuck { removed: one.removed(), agents: one.agents };
    Ok(matches.into_iter().map(result).collect())
}
