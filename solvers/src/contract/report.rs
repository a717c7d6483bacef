//! The options of a check, and its report.

/// The limits of a check.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CheckOptions {
    /// A game of at most this many histories is walked as a whole.
    pub most_histories: u64,
    /// The number of random paths in a larger game.
    pub walks: u64,
    /// The greatest length of a history, in steps. A longer history is a violation.
    pub deepest: usize,
    /// The number of chance states at which draws are counted. They are found on random paths.
    pub drawn_states: usize,
    /// The number of draws at each of them.
    pub draws: u64,
    /// The seed of paths and draws. The same seed makes the same check.
    pub seed: u64,
}

impl Default for CheckOptions {
    /// A million histories or 10,000 paths, of at most 10,000 steps; 2,000 draws at 16 states.
    fn default() -> CheckOptions {
        CheckOptions {
            most_histories: 1_000_000,
            walks: 10_000,
            deepest: 10_000,
            drawn_states: 16,
            draws: 2_000,
            seed: 0,
        }
    }
}

/// The part of a game that a check has seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coverage {
    /// The whole game: the counts are those of the game.
    Whole,
    /// Random paths: histories are counted along the paths, and those visited twice count twice.
    Walks(u64),
}

/// The counts of a game that keeps the contract.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The part of the game that was seen.
    pub coverage: Coverage,
    /// The number of histories of all kinds, the empty one included.
    pub histories: u64,
    /// The number of terminal histories.
    pub terminals: u64,
    /// The number of chance nodes.
    pub chance_nodes: u64,
    /// The number of decisions.
    pub decision_nodes: u64,
    /// The number of information sets of each player.
    pub infosets: Vec<usize>,
    /// The greatest number of actions of a decision.
    pub max_actions: usize,
    /// The number of steps in the longest history.
    pub depth: usize,
    /// The least and the greatest utility of any player.
    pub utilities: (f64, f64),
}

impl Report {
    /// The number of information sets of all players.
    pub fn total_infosets(&self) -> usize {
        self.infosets.iter().sum()
    }
}
