//! Agents at a table: the settings and the results of games and rounds.

/// Agents at a table. Results are a function of the setup, unless a person plays.
pub trait Table: Send + Sync {
    /// True if a person plays, so that only one game can be played at a time.
    fn interactive(&self) -> bool {
        false
    }

    /// Plays one game.
    fn play_game(&self, setup: Setup) -> GameResult;

    /// Plays one round. A round is the contest's unit of winning.
    fn play_round(&self, setup: Setup) -> RoundResult {
        let game = self.play_game(setup);
        RoundResult { winner: game.winner, games: vec![game] }
    }
}

/// The settings of one game or round at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Seed of the deals and of the agents' chance. The deals do not depend on `first`: two games with one
    /// seed and the seats exchanged are duplicates.
    pub seed: u64,
    /// The index of the agent in the first seat; the others follow in order. In a round it is the first seat
    /// of the first game.
    pub first: usize,
    /// True if the result contains the record of every game.
    pub record: bool,
}

/// The end of a game. [`GameResult::winner`] has the winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// The game ended by the rules.
    Completed,
    /// An agent left the table: a person who stopped playing, or an [outside](crate::outside) agent that failed. The game
    /// has no winner and does not count.
    Abandoned,
    /// An agent failed, and lost the game by it: [`GameResult::forfeit`] says which, and why. The game counts.
    Forfeited,
}

/// The loss of a game by a failure.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Forfeit {
    /// The index of the agent who failed.
    pub agent: usize,
    /// The failure.
    pub reason: String,
}

/// The result of one game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameResult {
    /// The index of the agent who won. `None` after a draw or an abandoned game.
    pub winner: Option<usize>,
    /// The end of the game.
    pub ending: Ending,
    /// The failure that ended a [forfeited](Ending::Forfeited) game.
    pub forfeit: Option<Forfeit>,
    /// The agent in the first seat.
    pub first: usize,
    /// Points of each agent.
    pub points: Vec<f64>,
    /// Legal moves of each agent.
    pub moves: Vec<u64>,
    /// Illegal moves of each agent. Each was penalised.
    pub penalties: Vec<u64>,
    /// The record of the game in the contest's own format, if [`Setup::record`] is set.
    pub record: Option<serde_json::Value>,
}

/// The result of one round.
#[derive(Clone, Debug, PartialEq)]
pub struct RoundResult {
    /// The index of the agent who won. `None` after a draw.
    pub winner: Option<usize>,
    /// The games in order. If the last one was abandoned, so was the round.
    pub games: Vec<GameResult>,
}

impl RoundResult {
    /// The end of the last game.
    pub fn ending(&self) -> Ending {
        self.games.last().map_or(Ending::Completed, |game| game.ending)
    }
}
