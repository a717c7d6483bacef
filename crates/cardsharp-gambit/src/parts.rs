//! The parts of a game as a file describes them.

use num_rational::BigRational;

use crate::error::Position;

/// A node of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node {
    /// A terminal node.
    Terminal {
        /// The row of the payoff table.
        row: u32,
    },
    /// A move of a player or of chance.
    Move {
        /// The index of the move in [`Parts::moves`].
        set: u32,
        /// The place of its first child in [`Parts::children`]. The others follow, one for each
        /// action of a positive probability.
        first: u32,
    },
}

/// An information set, or with no player a chance event, as the file describes it.
#[derive(Clone, Debug, PartialEq)]
pub struct Move {
    /// The player to move; `None` for chance.
    pub player: Option<usize>,
    /// The number in the file.
    pub number: u64,
    /// The name; `None` if the file has none.
    pub name: Option<String>,
    /// The names of the actions.
    pub actions: Vec<String>,
    /// For chance, the probability of each action. It may be 0.
    pub probabilities: Vec<BigRational>,
}

impl Move {
    /// The name of the move in error messages.
    pub(crate) fn title(player: Option<usize>, number: u64) -> String {
        match player {
            Some(player) => format!("information set {number} of player {}", player + 1),
            None => format!("chance event {number}"),
        }
    }
}

/// Chance events whose probabilities summed to 1 only but for rounding, as in files of programs that
/// write thirds as decimals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rounded {
    /// The first of them.
    pub at: Position,
    /// The number of their descriptions.
    pub count: u64,
}

/// The parts of a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parts {
    /// The title.
    pub title: String,
    /// The comment; empty if there is none.
    pub comment: String,
    /// The players' names, which may be empty or repeated.
    pub players: Vec<String>,
    /// The information sets and chance events.
    pub moves: Vec<Move>,
    /// The nodes in prefix order. Nodes that never happen are left out.
    pub nodes: Vec<Node>,
    /// The children of all nodes that have some.
    pub children: Vec<u32>,
    /// The payoff table: one row of all players' payoffs after another.
    pub payoffs: Vec<f64>,
    /// What each payoff lacks to the exact number, rounded; 0 beyond the end of the list.
    pub remainders: Vec<f64>,
    /// The chance events whose probabilities were divided by their sum; `None` if all sum to exactly 1.
    pub rounded: Option<Rounded>,
    /// The bytes of memory that the parts take, about.
    pub bytes: u64,
}
