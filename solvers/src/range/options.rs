//! The options of a solver.

use crate::cfr::Preset;

/// The options of a [`RangeCfr`](super::RangeCfr). A preset is made into options by its methods, such
/// as `Preset::DCFR.pruned().max_memory(1 << 30)`.
#[derive(Clone, Copy, Debug)]
pub struct RangeOptions {
    /// The variant of CFR. A preset that prunes runs without its pruning.
    pub preset: Preset,
    /// The iteration at which the schedules of a preset end. Without it they end as those of
    /// [`Cfr::new`](crate::cfr::Cfr::new).
    pub planned: Option<u64>,
    /// True to pass over every subtree that the other player reaches with no hand (partial pruning: M.
    /// Lanctot, K. Waugh, M. Zinkevich, M. Bowling, "Monte Carlo sampling for regret minimization in
    /// extensive games", NIPS 2009). All counterfactual values there are 0. Regrets there keep their
    /// value, where a preset that discounts would shrink them. A player's strategies are summed up
    /// while the other player walks, so that no average misses anything.
    pub prunes: bool,
    /// The most memory, in bytes, for the cells and for the index of a solver that prunes.
    pub max_memory: u64,
}

/// No pruning, and no limit of memory.
impl From<Preset> for RangeOptions {
    fn from(preset: Preset) -> RangeOptions {
        RangeOptions { preset, planned: None, prunes: false, max_memory: u64::MAX }
    }
}

impl RangeOptions {
    /// The same with schedules that end after `iterations`.
    #[must_use]
    pub fn planned(mut self, iterations: u64) -> RangeOptions {
        self.planned = Some(iterations);
        self
    }

    /// The same with pruning.
    #[must_use]
    pub fn pruned(mut self) -> RangeOptions {
        self.prunes = true;
        self
    }

    /// The same with at most this many bytes.
    #[must_use]
    pub fn max_memory(mut self, bytes: u64) -> RangeOptions {
        self.max_memory = bytes;
        self
    }
}

impl Preset {
    /// The preset for a solver of ranges, with schedules that end after `iterations`.
    pub fn planned(self, iterations: u64) -> RangeOptions {
        RangeOptions::from(self).planned(iterations)
    }

    /// The preset for a solver of ranges that prunes.
    pub fn pruned(self) -> RangeOptions {
        RangeOptions::from(self).pruned()
    }

    /// The preset for a solver of ranges of at most this many bytes.
    pub fn max_memory(self, bytes: u64) -> RangeOptions {
        RangeOptions::from(self).max_memory(bytes)
    }
}
