//! The policy that is part of the program.

use super::TrainedPolicy;
use cardsharp_policy::{InstalledError, load_installed};

/// The policy of the arena's game, which `data/README.md` says how to make.
const INSTALLED: &[u8] = include_bytes!("../../data/arena.policy");

/// The policy that is part of the program.
///
/// # Errors
///
/// [`InstalledError`].
pub fn installed() -> Result<TrainedPolicy, InstalledError> {
    load_installed(INSTALLED, TrainedPolicy::load)
}
