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
    /// The weighted sum of the realization plans so far. Its entry 0 is the sum of the weights. A reward
    /// transformation, which has no average, keeps its reference here.
    pub(super) sums: Vec<f64>,
    /// The moving average of the greatest absolute regret of each information set, for presets that look
    /// at it, or what a [`TreeRule`](super::TreeRule) keeps of it; empty for others.
    pub(super) volatility: Vec<f64>,
    /// The latest gain of each sequence, for a preset that compares it with the next one; empty for others.
    pub(super) latest: Vec<f64>,
}

impl Learner {
    /// A learner that plays uniformly. The reach of its strategy is not computed yet.
    pub(super) fn uniform(plex: &Treeplex, preset: &Preset) -> Learner {
        let [of_sequences, of_infosets] = preset.memory();
        let mut learner = Learner {
            regrets: vec![0.0; plex.sequences],
            strategy: vec![1.0; plex.sequences],
            reach: vec![1.0; plex.sequences],
            sums: vec![0.0; plex.sequences],
            volatility: vec![0.0; of_infosets * plex.keys.len()],
            latest: vec![0.0; of_sequences * plex.sequences],
        };
        for unit in &plex.units {
            let share = 1.0 / f64::from(unit.actions);
            learner.strategy[unit.range()].fill(share);
        }
        learner
    }

    /// The plan that the solver answers with: that of the last strategy, or the sum for the average.
    pub(super) fn answer(&self, last: bool) -> &[f64] {
        if last { &self.reach } else { &self.sums }
    }
}
