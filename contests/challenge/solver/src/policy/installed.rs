//! The policy that is part of the program.

use super::TrainedPolicy;
use cardsharp_policy::{InstalledError, load_installed};

/// The best policy of the contest's own hand whose file is small, which `data/README.md` says how to make.
pub const INSTALLED: &[u8] = include_bytes!("../../data/all-scores.policy");

impl TrainedPolicy {
    /// The policy that is part of the program. It knows all scores.
    ///
    /// # Errors
    ///
    /// [`InstalledError`].
    pub fn installed() -> Result<TrainedPolicy, InstalledError> {
        load_installed(INSTALLED, TrainedPolicy::load)
    }
}
