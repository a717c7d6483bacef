//! The values of leaves, averaged over the iterations of a solver.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use cardsharp_solvers::game::Player;

use crate::policy::LeafTable;

/// The weighted sums of the values of leaves. Divided by the whole weight they are what each hand is worth at a leaf
/// against the other player's average strategy: the reach of an average strategy is the average of the reaches, and
/// values are counted per unit of reach. CFR-D promises these values to the other player's hands (N. Burch, M.
/// Johanson, M. Bowling, "Solving imperfect information games using decomposition", AAAI 2014).
#[derive(Debug)]
pub struct LeafAverages {
    /// The weight of the present iteration, as bits; 0 if it does not count.
    weight: AtomicU32,
    sums: Mutex<Sums>,
}

/// The sums of [`LeafAverages`].
#[derive(Clone, Debug, PartialEq)]
pub struct Sums {
    /// For each leaf the hands of the first player, then of the second.
    pub values: LeafTable,
    /// The sum of the weights of all iterations.
    pub weight: f64,
}

impl Sums {
    /// Nothing, of `hands` hands of each player.
    pub fn none(hands: usize) -> Sums {
        Sums { values: LeafTable::new(2 * hands), weight: 0.0 }
    }
}

impl LeafAverages {
    /// Averages over `hands` hands of each player, before the first iteration.
    pub fn new(hands: usize) -> LeafAverages {
        LeafAverages { weight: AtomicU32::default(), sums: Mutex::new(Sums::none(hands)) }
    }

    fn sums(&self) -> MutexGuard<'_, Sums> {
        self.sums.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins an iteration that counts `weight` times. With 0 it does not count.
    pub fn begin(&self, weight: f32) {
        self.weight.store(weight.to_bits(), Ordering::Relaxed);
        self.sums().weight += f64::from(weight);
    }

    /// Adds the values of `player` at a leaf in the present iteration.
    pub(super) fn add(&self, history: u64, player: Player, values: &[f32]) {
        let weight = f32::from_bits(self.weight.load(Ordering::Relaxed));
        if weight == 0.0 {
            return;
        }
        let mut sums = self.sums();
        let row = sums.values.row_mut(history);
        let first = player.index() * values.len();
        for (sum, value) in row[first..].iter_mut().zip(values) {
            *sum += weight * value;
        }
    }

    /// The averages; none before the first iteration that counts.
    pub fn means(&self) -> Option<LeafTable> {
        let Sums { values, weight } = &*self.sums();
        let mean = |&sum: &f32| (f64::from(sum) / weight) as f32;
        let means = |row: &[f32]| row.iter().map(mean).collect();
        (*weight > 0.0).then(|| values.map(values.width(), means))
    }

    /// The [`LeafTable::parts`] of the sums, and the sum of the weights.
    pub fn parts(&self) -> ((Vec<u64>, Vec<f32>), f64) {
        let Sums { values, weight } = &*self.sums();
        (values.parts(), *weight)
    }

    /// Goes on from `sums`.
    pub fn restore(&self, sums: Sums) {
        *self.sums() = sums;
    }
}

#[cfg(test)]
#[path = "../../tests/unit/leaf_values/averages.rs"]
mod tests;
