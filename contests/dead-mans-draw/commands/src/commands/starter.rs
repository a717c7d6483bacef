//! The starter kits of Dead Man's Draw.

use cardsharp_commands::starter::{Language, StarterKits};
use cardsharp_commands::starter_kits;

/// The kits.
pub(crate) static KITS: StarterKits = starter_kits!("../../starter/", Language::json);
