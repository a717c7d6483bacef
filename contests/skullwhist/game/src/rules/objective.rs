//! The value of a result.

use std::fmt;
use std::str::FromStr;

use serde::Deserialize;
use thiserror::Error;

use super::score;

/// The objective of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Objective {
    /// To outscore the other player: 1 for a higher score, -1 for a lower one, 0 for equal ones.
    /// The contest counts games so.
    #[default]
    Win,
    /// The own score less the other's.
    Difference,
}

impl Objective {
    /// Both objectives.
    pub const ALL: [Objective; 2] = [Objective::Win, Objective::Difference];

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Objective::Win => "win",
            Objective::Difference => "difference",
        }
    }

    /// The value of a finished game for a player, from the bids and tricks of that player and of the other.
    pub const fn utility(self, bids: [u8; 2], tricks: [u8; 2]) -> i32 {
        let difference = (score(bids[0], tricks[0]) - score(bids[1], tricks[1])) as i32;
        match self {
            Objective::Win => difference.signum(),
            Objective::Difference => difference,
        }
    }
}

impl fmt::Display for Objective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that is no objective.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is no objective: choose win or difference")]
pub struct UnknownObjective(String);

impl FromStr for Objective {
    type Err = UnknownObjective;

    fn from_str(text: &str) -> Result<Objective, UnknownObjective> {
        let named = |objective: &Objective| objective.name() == text;
        let found = Objective::ALL.into_iter().find(named);
        found.ok_or_else(|| UnknownObjective(text.to_owned()))
    }
}
