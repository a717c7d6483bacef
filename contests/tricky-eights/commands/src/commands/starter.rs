//! The starter kits of Tricky Eights.

use cardsharp_commands::starter::{Language, StarterKits};
use cardsharp_commands::starter_kits;

/// The kits.
pub(crate) static KITS: StarterKits = starter_kits!("../../starter/", |language| match language {
    Language::Cpp => Some(("harness.hpp", include_str!("../../starter/harness.hpp"))),
    _ => None,
});
