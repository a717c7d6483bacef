//! The lines of a journal of matches.

use serde::{Deserialize, Serialize};

use super::tournament::Settings;
use super::unit::Unit;
use cardsharp_game::{Ending, Forfeit};

/// The beginning of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Beginning {
    /// The number of the match in its tournament, from 0; absent if it belongs to none. A match that is
    /// gone on with has one more entry with its number.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub number: Option<usize>,
    /// The contest's name.
    pub contest: String,
    /// The agents, as the caller named them. Other entries refer to an agent by its index in this list.
    pub agents: Vec<String>,
    /// The match's seed.
    pub seed: u64,
    /// The unit of the match: rounds or games.
    pub unit: Unit,
    /// The number of rounds or games that were requested.
    pub count: u64,
}

/// One line of a journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Entry {
    /// A tournament begins. The matches up to the end of the file belong to it.
    Tournament(Settings),
    /// A match begins. The entries up to the next `Match` entry belong to it.
    Match(Beginning),
    /// A game has ended.
    Game {
        /// Number of the set of duplicates that the game belongs to, from 0.
        set: u64,
        /// The agent in the first seat. In a round: the agent in the first seat of the round's first game.
        first: usize,
        /// The agent in the first seat of this game; absent if it is that of `first`.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        seated: Option<usize>,
        /// Number of the game in its round, from 0; absent if the game belongs to no round.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        game: Option<usize>,
        /// The agent that won; null if nobody won.
        winner: Option<usize>,
        /// The reason why the game ended.
        ending: Ending,
        /// The failure by which an agent lost the game; absent in any other game.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        forfeit: Option<Forfeit>,
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
