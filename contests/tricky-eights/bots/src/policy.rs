//! A trained policy: a table over the information sets.

use arrayvec::ArrayVec;
use cardsharp_solvers::sampled::RowKey;

use crate::infosets::{CELLS, Infoset, MAX_CANDIDATES, infoset_of};
use cardsharp_policy::{StrategyTable, Unvisited, quantize};
use cardsharp_training::sampled::TablePolicy;
use cardsharp_tricky_eights_game::observation::Observation;
use cardsharp_tricky_eights_game::rules::Card;

/// The family of games that Tricky Eights is a member of.
#[derive(Clone, Copy, Debug)]
pub struct Family;

/// A loaded policy for Tricky Eights, with one byte for each cell of its table.
pub type TrainedPolicy = TablePolicy<Family>;

/// The candidates of a position, each with its probability.
pub type ActionProbabilities = ArrayVec<(Card, f64), MAX_CANDIDATES>;

/// Makes the table of the strategy that `average` returns row by row. It returns `false` for a
/// row of which nothing is known.
pub(crate) fn table_of(average: impl Fn(RowKey, &mut [f64]) -> bool) -> StrategyTable {
    let mut cells = vec![0; CELLS as usize];
    let mut shares = [0.0; MAX_CANDIDATES];
    for (row, bytes) in cells.chunks_exact_mut(MAX_CANDIDATES).enumerate() {
        let key = RowKey((row * MAX_CANDIDATES) as u64);
        if average(key, &mut shares) {
            quantize(&shares, 0.0, bytes);
        }
    }
    StrategyTable::quantized(cells)
}

/// The candidates of a position, each with its probability. If nothing is known of the row, the first candidate, which
/// is appraised highest, has probability 1. Empty once the round is over.
pub fn weigh(policy: &TrainedPolicy, observation: &Observation<'_>) -> ActionProbabilities {
    infoset_of(observation).weigh(&policy.table, Unvisited::First)
}

/// The index of a row's most probable candidate. Ties go to the first.
pub fn most_likely(policy: &TrainedPolicy, row: RowKey, candidates: usize) -> usize {
    let mut shares = [1.0, 0.0, 0.0];
    let shares = &mut shares[..candidates.min(MAX_CANDIDATES)];
    policy.table.row(row, shares);
    let better = |best: usize, index: usize| {
        if shares[index] > shares[best] { index } else { best }
    };
    (0..shares.len()).fold(0, better)
}

/// The card that the policy takes or plays; none once the round is over.
pub fn choose(policy: &TrainedPolicy, observation: &Observation<'_>) -> Option<Card> {
    let Infoset { candidates, row } = infoset_of(observation);
    let index = match candidates.len() {
        0 | 1 => 0,
        several => most_likely(policy, row, several),
    };
    candidates.get(index).copied()
}
