//! The parts of a game between its reader and [`EfgGame`](super::EfgGame).

use num_rational::BigRational;

use crate::built::Node;

/// An information set, or with no player a chance event, as the file describes it.
#[derive(Debug)]
pub(super) struct Move {
    /// The player to move; `None` for chance.
    pub(super) player: Option<usize>,
    /// The number in the file.
    pub(super) number: u64,
    /// The name; `None` if the file has none.
    pub(super) name: Option<String>,
    pub(super) actions: Vec<String>,
    /// For chance, the probability of each action.
    pub(super) probabilities: Vec<BigRational>,
}

impl Move {
    /// The name of the move in error messages.
    pub(super) fn title(player: Option<usize>, number: u64) -> String {
        match player {
            Some(player) => format!("information set {number} of player {}", player + 1),
            None => format!("chance event {number}"),
        }
    }
}

/// The parts of a game that the parser collects.
#[derive(Debug, Default)]
pub(super) struct Parts {
    pub(super) title: String,
    pub(super) comment: String,
    pub(super) players: Vec<String>,
    pub(super) moves: Vec<Move>,
    pub(super) nodes: Vec<Node>,
    pub(super) children: Vec<u32>,
    /// The payoff table: one row of all players' payoffs after another.
    pub(super) payoffs: Vec<f64>,
    /// The bytes of memory that the parts take, about.
    pub(super) bytes: u64,
}
