//! The average of joint play: the distance of correlated play from a coarse correlated equilibrium.

use super::plan::others;
use super::{Sweep, Tree};

/// A weighted sum of strategy profiles, as the payoffs that each player could have had against them.
#[derive(Clone, Debug)]
pub(crate) struct JointPlay {
    /// For each player the sum of what the ends after each sequence pay, whatever the player does before.
    payoffs: Vec<Vec<f64>>,
    /// The sum of each player's values.
    values: Vec<f64>,
    weight: f64,
}

impl JointPlay {
    pub(crate) fn new(tree: &Tree) -> JointPlay {
        JointPlay {
            payoffs: tree.plexes.iter().map(|plex| vec![0.0; plex.sequences]).collect(),
            values: vec![0.0; tree.plexes.len()],
            weight: 0.0,
        }
    }

    /// Adds a profile of realization plans, each with a weight of 1 at its empty sequence.
    pub(crate) fn add(&mut self, tree: &Tree, plans: &[&[f64]], weight: f64) {
        self.weight += weight;
        for (player, plex) in tree.plexes.iter().enumerate() {
            let others: Vec<&[f64]> = others(plans, player).collect();
            let (sums, value) = (&mut self.payoffs[player], &mut self.values[player]);
            Sweep { plex, others: &others }.for_each_piece(|first, payoffs| {
                let sequences = sums[first..].iter_mut().zip(&plans[player][first..]);
                for (payoff, (sum, reach)) in payoffs.iter().zip(sequences) {
                    *sum += weight * payoff;
                    *value += weight * payoff * reach;
                }
            });
        }
    }

    /// Divides all by `weight`.
    pub(crate) fn shrink(&mut self, weight: f64) {
        self.weight /= weight;
        self.payoffs.iter_mut().flatten().chain(&mut self.values).for_each(|sum| *sum /= weight);
    }

    /// The sum over the players of what each gains by leaving the joint play for one strategy of their own, decided on before
    /// anything is seen. 0 is a coarse correlated equilibrium.
    pub(crate) fn gap(&self, tree: &Tree) -> f64 {
        let gains = tree.plexes.iter().zip(&self.payoffs).zip(&self.values).map(|((plex, payoffs), value)| {
            let mut best = payoffs.clone();
            for unit in plex.units.iter().rev() {
                let first = unit.first_infoset as usize;
                for infoset in first..first + usize::from(unit.width) {
                    let actions = (0..unit.actions as usize).map(|action| best[unit.sequence(infoset, action)]);
                    let most = actions.fold(f64::NEG_INFINITY, f64::max);
                    best[plex.parents[infoset] as usize] += most;
                }
            }
            best[0] - value
        });
        gains.sum::<f64>() / self.weight
    }
}
