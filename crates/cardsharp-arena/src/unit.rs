//! The unit of a match.

use serde::{Deserialize, Serialize};

/// The unit of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// Rounds, each of several games.
    Rounds,
    /// Single games.
    Games,
}
