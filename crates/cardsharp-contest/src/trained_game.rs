//! The game of a contest that can be trained, and its information sets.

/// A game that can be trained, and its choices of information sets.
#[derive(Clone, Debug)]
pub struct TrainedGame {
    /// The game with its parameters.
    pub game: String,
    /// The parameters alone, for contests whose parameters are numbers.
    pub parameters: Option<serde_json::Value>,
    /// The choices of information sets.
    pub infosets: Vec<TrainedInfosets>,
}

/// One choice of information sets.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct TrainedInfosets {
    /// The value of `--infosets`.
    pub name: &'static str,
    /// The memory of a player, in words.
    pub remembers: String,
    /// Number of rows with a choice. `None` if they are not counted, or are stored as they are visited.
    pub rows: Option<u64>,
    /// Bytes of the table in training. `None` if the table grows up to the memory it is given.
    pub table_bytes: Option<u64>,
}
