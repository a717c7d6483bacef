//! The command of the launcher.

/// The first word after the program's name.
pub(super) const COMMAND: &str = "confine";
