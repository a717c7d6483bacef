//! The report of a client.

/// Counts of a client's play on a contest server.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
pub struct PlayReport {
    /// Games finished.
    pub games: u64,
    /// Games won. A game against oneself does not count.
    pub won: u64,
    /// Games that ended without a winner.
    pub drawn: u64,
    /// Games that ended while the client was away: the connection was lost, or the game was gone. If the
    /// server tells the winner later, the game is also counted in `won` or `drawn`.
    pub unseen: u64,
    /// Answers sent.
    pub moves: u64,
    /// Answers that the server refused as illegal or out of turn.
    pub illegal_moves: u64,
    /// Answers by a simple rule instead of the agent, because the agent's move was illegal, there was no time
    /// to think, or the position made no sense.
    pub fallbacks: u64,
    /// Connections made, the first included. With a web service: the times it answered again after it had not.
    pub connections: u64,
    /// Attempts that failed and were repeated: connections that could not be made or broke, answers that came
    /// too late, errors of the server.
    pub failures: u64,
    /// The longest time from the arrival of a request to the departure of its answer, in milliseconds.
    pub slowest_answer_ms: f64,
    /// Messages that made no sense and were ignored.
    pub odd_messages: u64,
    /// What was learned of the opponents, in words.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    pub opponents: Box<[String]>,
}
