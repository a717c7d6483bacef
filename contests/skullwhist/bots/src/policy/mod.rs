//! A trained policy: a table by the information sets, and its rows, part by part (`rows`).

mod rows;

pub use rows::rows_of;

use arrayvec::ArrayVec;
use cardsharp_solvers::sampled::Snapshot;
use cardsharp_solvers::strategy::Strategy;

use crate::infosets::{History, Infosets, MAX_CANDIDATES, WholeGame};
use cardsharp_policy::{StrategyTable, Unvisited, quantize};
use cardsharp_skullwhist_game::observation::Observation;
use cardsharp_skullwhist_game::rules::Move;
use cardsharp_training::sampled::TablePolicy;

/// Choices rarer than this are left out of a table that numbers rows in advance. Their probability
/// comes from the first traversals, before anything was learnt.
const DROP_BELOW: f64 = 0.1;

/// The family of games that SkullWhist is a member of.
#[derive(Clone, Copy, Debug)]
pub struct Family;

/// A loaded policy for SkullWhist.
pub type TrainedPolicy = TablePolicy<Family>;

/// The choices of a policy, each with its probability.
pub type Weighed = ArrayVec<(Move, f64), MAX_CANDIDATES>;

/// The choices of a player who has to bid or to play, each with its probability. They are equally likely where the
/// table has no row.
pub fn weigh(policy: &TrainedPolicy, observation: &Observation) -> Weighed {
    let row = policy.infosets.row_of(observation);
    row.weigh(&policy.table, Unvisited::Uniform)
}

/// The average strategy, with one byte per cell.
pub(crate) fn quantized(infosets: &dyn Infosets, snapshot: &Snapshot<'_>) -> StrategyTable {
    let mut bytes = vec![0; snapshot.floats.len() / 2];
    infosets.for_each_row(&mut |first, width| {
        let cells = first as usize..first as usize + width;
        let taken = cells.clone().map(|cell| f64::from(snapshot.floats[2 * cell + 1]));
        let mut shares: ArrayVec<f64, MAX_CANDIDATES> = taken.collect();
        let sum: f64 = shares.iter().sum();
        if sum > 0.0 {
            shares.iter_mut().for_each(|share| *share /= sum);
            quantize(&shares, DROP_BELOW, &mut bytes[cells]);
        }
    });
    StrategyTable::quantized(bytes)
}

/// The policy as a strategy for the game, whatever choices that separates.
impl Strategy<WholeGame<'_>> for TrainedPolicy {
    fn probabilities(&self, _: &WholeGame<'_>, history: &History, out: &mut [f64]) {
        let History::Decision(decision) = history else {
            return;
        };
        let weighed = weigh(self, &decision.observation());
        for (choice, share) in decision.infoset.candidates.iter().zip(out) {
            let found = weighed.iter().find(|(candidate, _)| candidate == choice);
            *share = found.map_or(0.0, |&(_, share)| share);
        }
    }
}
