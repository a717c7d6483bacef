//! The state of one player's learning.

use super::Preset;
use crate::tree::Treeplex;

/// The regrets and strategies of a player.
#[derive(Clone, Debug)]
pub(super) struct Learner {
    /// The regret of each sequence.
    pub(super) regrets: Vec<f64>,
    /// The probability of each sequence's action at its information set.
    pub(super) strategy: Vec<f64>,
    /// The realization plan of `strategy`.
    pub(super) reach: Vec<f64>,
    /// The weighted sum of the realization plans so far. Its entry 0 is the sum of the weights.
    pub(super) sums: Vec<f64>,
    /// The moving average of the greatest absolute regret of each information set, for presets that look
    /// at it; empty for others.
    pub(super) volatility: Vec<f64>,
}

impl Learner {
    /// A learner that plays uniformly. The reach of its strategy is not computed yet.
    pub(super) fn uniform(plex: &Treeplex, preset: &Preset) -> Learner {
        let observed = if preset.regrets.volatility.is_some() {
            plex.keys.len()
        } else {
            0
        };
        let mut learner = Learner {
            regrets: vec![0.0; plex.sequences],
            strategy: vec![1.0; plex.sequences],
            reach: vec![1.0; plex.sequences],
            sums: vec![0.0; plex.sequences],
            volatility: vec![0.0; observed],
        };
        for unit in &plex.units {
            let share = 1.0 / f64::from(unit.actions);
            learner.strategy[unit.range()].fill(share);
        }
        learner
    }

    /// The plan that the solver answers with: that of the last strategy, or the sum for the
    /// average.
    pub(super) fn answer(&self, last: bool) -> &[f64] {
        if last { &self.reach } else { &self.sums }
    }
}
