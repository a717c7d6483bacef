//! The lines of a journal of matches.

use serde::{Deserialize, Serialize};

use crate::contest::Ending;

/// The unit of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// Rounds, each of several games.
    Rounds,
    /// Single games.
    Games,
}

/// One line of a journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Entry {
    /// A match begins. The entries up to the next `Match` entry belong to it.
    Match {
        /// The contest's name.
        contest: String,
        /// The agents, as the caller named them. Other entries refer to an agent by its index in
        /// this list.
        agents: Vec<String>,
        /// The match's seed.
        seed: u64,
        /// The unit of the match: rounds or games.
        unit: Unit,
        /// The number of rounds or games that were requested.
        count: u64,
    },
    /// A game has ended.
    Game {
        /// Number of the set of duplicates that the game belongs to, from 0.
        set: u64,
        /// The agent in the first seat. In a round: the agent in the first seat of the round's
        /// first game.
        first: usize,
        /// Number of the game in its round, from 0; absent if the game belongs to no round.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        game: Option<usize>,
        /// The agent that won; null if nobody won.
        winner: Option<usize>,
        /// The reason why the game ended.
        ending: Ending,
        /// Points of each agent.
        points: Vec<f64>,
        /// Moves of each agent.
        moves: Vec<u64>,
        /// Illegal moves of each agent.
        penalties: Vec<u64>,
        /// The history objects in the contest's own format, if they were requested.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        record: Option<serde_json::Value>,
    },
    /// A round has ended. The entries of its games come before this one.
    Round {
        /// Number of the set of duplicates that the round belongs to, from 0.
        set: u64,
        /// The agent in the first seat of the round's first game.
        first: usize,
        /// The seed of the round.
        seed: u64,
        /// The agent that won; null if nobody won.
        winner: Option<usize>,
        /// The reason why the round ended.
        ending: Ending,
        /// The number of games that were played in the round.
        games: usize,
    },
}
