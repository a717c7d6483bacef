//! What a tournament is.

use serde::{Deserialize, Serialize};

use super::sequential_test::SequentialTest;
use crate::Unit;

/// The form of a tournament: who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "kebab-case")]
pub enum Format {
    /// Every table of agents meets once.
    RoundRobin,
    /// The first agent meets all others. At a table of more than two, it meets every choice of them.
    Gauntlet,
    /// In each stage those meet who have about the same number of points, and have not met before if that can be.
    Swiss {
        /// The number of stages.
        stages: usize,
    },
    /// An entrant that loses a match is out. At a table of four, the better two go on.
    SingleElimination,
    /// An entrant that loses two matches is out.
    DoubleElimination,
}

impl Format {
    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Format::RoundRobin => "round-robin",
            Format::Gauntlet => "gauntlet",
            Format::Swiss { .. } => "swiss",
            Format::SingleElimination => "single-elimination",
            Format::DoubleElimination => "double-elimination",
        }
    }

    /// The number of lost matches after which an agent is out; `None` if nobody leaves.
    pub(super) fn lives(self) -> Option<usize> {
        match self {
            Format::SingleElimination => Some(1),
            Format::DoubleElimination => Some(2),
            Format::RoundRobin | Format::Gauntlet | Format::Swiss { .. } => None,
        }
    }
}

/// The settings of a tournament. With agents whose moves depend on their seed alone, all results follow from them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// The contest's name.
    pub contest: String,
    /// The agents as the caller named them, the best seed first.
    pub agents: Vec<String>,
    /// The number of agents at a table.
    pub seats: usize,
    /// Who meets whom.
    pub format: Format,
    /// The unit of a match.
    pub unit: Unit,
    /// The number of rounds or games of a match.
    pub count: u64,
    /// The seed of the deals and of the agents' chance.
    pub seed: u64,
    /// True if the journal gets every game's record.
    #[serde(default)]
    pub records: bool,
    /// The comparison after which the tournament stops.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub stop_when: Option<SequentialTest>,
}
