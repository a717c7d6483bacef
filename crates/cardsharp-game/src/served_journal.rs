//! The journal of a contest's server.

/// The form of the journal that a contest's server keeps: JSON Lines, among them one for each game.
#[derive(Clone, Copy, Debug)]
pub struct ServedJournal {
    /// The name of its file in the data folder.
    pub file: &'static str,
    /// The member of a game's line that has the record of the game; `None` if the line itself is the record.
    pub record: Option<&'static str>,
    /// True if games count in rounds, and those of no round do not count.
    pub in_rounds: bool,
    /// True if the file has what no reader of a page may know, such as the seed of the deals to come.
    pub has_secrets: bool,
    /// Reads a line; `None` if it is neither of a game nor of a round.
    pub read: fn(serde_json::Value) -> Option<ServedLine>,
}

/// A game or a round that a server has finished. The players are in the order of the seats of the game, or of the first
/// game of the round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServedLine {
    /// The names of the players.
    pub players: Vec<String>,
    /// The index of the winner among them.
    pub winner: Option<usize>,
    /// True if it counts in the standings.
    pub rated: bool,
    /// The unit that has ended; `None` if it goes on, so that the file has what no reader of a page may know.
    pub ended: Option<ServedUnit>,
}

/// What a line is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ServedUnit {
    /// A game.
    Game {
        /// The number or the text by which the server's clients know it.
        id: String,
        /// The number of its round, and its number in the round from 0; none if it belongs to none.
        round: Option<(u64, usize)>,
        /// Moves of each player.
        moves: Vec<u64>,
        /// Illegal moves of each player.
        penalties: Vec<u64>,
    },
    /// A round.
    Round {
        /// The number of the round.
        number: u64,
    },
}

impl ServedUnit {
    /// A game that belongs to no round, and whose moves are not counted.
    pub fn game(id: impl ToString) -> ServedUnit {
        ServedUnit::Game { id: id.to_string(), round: None, moves: Vec::new(), penalties: Vec::new() }
    }
}
