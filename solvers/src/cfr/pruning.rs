//! Regret-based pruning: the actions that a preset leaves out, and the regrets that it catches up
//! on later.
//!
//! N. Brown, T. Sandholm, "Regret-based pruning in extensive-form games", NIPS 2015. An action of
//! negative regret is not played. So nothing depends on the sequences below it until its regret is
//! positive again. The missed regrets are then computed in one go, from the sum of the other
//! player's plans in the meantime: values are linear in that sum. The paper plays a best response
//! to that sum below the action; here the strategy below it is the one that was left there.

use super::Pruning;
use super::closed::Closed;
use super::learn_open::CatchUp;
use super::learner::Learner;
use crate::tree::{InfosetValues, Sweep, Treeplex};

impl Learner {
    /// Chooses the sequences to leave out. `others` is the number of the other player's sequences.
    pub(super) fn prune(&mut self, plex: &Treeplex, pruning: Pruning, others: usize) {
        let mut closed = vec![0; plex.sequences];
        let mut uniform = vec![0.0; plex.keys.len()];
        for unit in &plex.units {
            let (width, first) = (usize::from(unit.width), unit.first_infoset as usize);
            let (before, closed) = closed.split_at_mut(unit.range().start);
            let regrets = &self.regrets[unit.range()];
            let strategy = &self.strategy[unit.range()];
            for row in 0..width {
                let after = before[plex.parents[first + row] as usize] != 0;
                let actions = || (row..regrets.len()).step_by(width);
                let positive: f64 = actions().map(|action| regrets[action].max(0.0)).sum();
                let mut open = 0.0;
                for action in actions() {
                    let hopeless = regrets[action] < -pruning.below * positive;
                    if after || (hopeless && strategy[action] <= 0.0) {
                        closed[action] = u64::MAX;
                    } else {
                        open += 1.0;
                    }
                }
                uniform[first + row] = if after { 0.0 } else { 1.0 / open };
            }
        }
        self.closed = Some(Closed::new(plex, closed, uniform, others));
    }

    /// Adds the regrets of the closed sequences since they were closed.
    pub(super) fn catch_up(
        &mut self,
        closed: &Closed,
        plex: &Treeplex,
        values: &mut [f64],
        scratch: &mut [f64],
    ) {
        let sweep = Sweep {
            plex,
            others: &[&closed.since],
        };
        let mut infosets = InfosetValues { values, first: 0 };
        let mut step = CatchUp {
            regrets: &mut self.regrets,
            strategy: &self.strategy,
            closed: &closed.closed,
            parents: &plex.parents,
            earned: &closed.earned,
            weight: closed.weight,
        };
        for (number, part) in plex.parts.iter().enumerate().rev() {
            let rest = closed.rest().part(number);
            sweep.part(part, rest, &mut infosets, scratch, &mut step);
        }
    }
}
