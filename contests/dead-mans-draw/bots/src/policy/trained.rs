//! A trained policy: a learnt value and a table over the information sets.

use arrayvec::ArrayVec;

use super::Strategy;
use crate::infosets::MAX_CANDIDATES;
use cardsharp_dead_mans_draw_game::rules::{Action, Actions, State};
use cardsharp_policy::Unvisited;
use cardsharp_training::sampled::TablePolicy;

/// The family of games that Dead Man's Draw is a member of.
#[derive(Clone, Copy, Debug)]
pub struct Family;

/// A loaded policy for Dead Man's Draw.
pub type TrainedPolicy = TablePolicy<Family>;

/// The candidates of a position, each with its probability.
pub type ActionProbabilities = ArrayVec<(Action, f64), MAX_CANDIDATES>;

/// The candidates of a position, each with its probability. If nothing is known of the row, all
/// have the same probability. Empty once the match is over.
pub fn weigh(policy: &TrainedPolicy, state: &State) -> ActionProbabilities {
    if state.to_move().is_none() {
        return ActionProbabilities::new();
    }
    let infoset = policy.infosets.infoset(state);
    infoset.weigh(&policy.table, Unvisited::Uniform)
}

impl Strategy for TrainedPolicy {
    fn probabilities(&self, state: &State, actions: &Actions, out: &mut [f64]) {
        let probabilities = weigh(self, state);
        for (action, share) in actions.iter().zip(out) {
            let found = probabilities.iter().find(|(candidate, _)| candidate == action);
            *share = found.map_or(0.0, |&(_, share)| share);
        }
    }
}
