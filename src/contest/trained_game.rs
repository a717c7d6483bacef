//! What there is to train of a contest.

use cardsharp_solvers::sampled::{Numbering, Rows};

/// A game of a contest that is trained, and what its players can be made to remember.
#[derive(Clone, Debug)]
pub struct TrainedGame {
    /// The game with its parameters.
    pub game: String,
    /// The parameters by themselves, where they are counted with.
    pub parameters: Option<serde_json::Value>,
    /// The information sets there are.
    pub infosets: Vec<TrainedInfosets>,
}

/// What a player can be made to remember.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct TrainedInfosets {
    /// What `--infosets` takes.
    pub name: &'static str,
    /// What is remembered, in words.
    pub remembers: String,
    /// Rows with a choice; none where they are not counted, or stored as they are met.
    pub rows: Option<u64>,
    /// Bytes of the table in training; none where it takes what it is given.
    pub table_bytes: Option<u64>,
}

impl TrainedInfosets {
    /// Information sets whose rows are not counted, with a table by `numbering`.
    pub fn uncounted(name: &'static str, remembers: &str, numbering: Numbering) -> TrainedInfosets {
        TrainedInfosets {
            name,
            remembers: remembers.to_owned(),
            rows: None,
            table_bytes: Some(Rows::memory(numbering, u64::MAX).bytes),
        }
    }
}
