//! The options of a solver by external sampling.

use super::Preset;

/// The options of an [`ExternalSampling`](super::ExternalSampling). A preset is made into options by
/// its methods, such as `Preset::LINEAR_MCCFR.seed(7).max_memory(1 << 30)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SamplingOptions {
    /// The rules.
    pub preset: Preset,
    /// The seed of all draws.
    pub seed: u64,
    /// The most memory, in bytes, for the table.
    pub max_memory: u64,
}

/// Seed 0, and a table of at most 1 GiB.
impl From<Preset> for SamplingOptions {
    fn from(preset: Preset) -> SamplingOptions {
        SamplingOptions { preset, seed: 0, max_memory: 1 << 30 }
    }
}

impl SamplingOptions {
    /// The same with another seed.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> SamplingOptions {
        self.seed = seed;
        self
    }

    /// The same with a table of at most this many bytes.
    #[must_use]
    pub fn max_memory(mut self, bytes: u64) -> SamplingOptions {
        self.max_memory = bytes;
        self
    }
}

impl Preset {
    /// The preset with a seed.
    pub fn seed(self, seed: u64) -> SamplingOptions {
        SamplingOptions::from(self).seed(seed)
    }

    /// The preset with a table of at most this many bytes.
    pub fn max_memory(self, bytes: u64) -> SamplingOptions {
        SamplingOptions::from(self).max_memory(bytes)
    }
}
