//! The starter kits of SkullWhist.

use cardsharp_commands::starter::{Language, StarterKits};
use cardsharp_commands::starter_kits;

/// The kits.
pub(crate) static KITS: StarterKits = starter_kits!("../../starter/", Language::json);
