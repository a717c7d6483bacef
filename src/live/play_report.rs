//! The report of a client.

/// What happened while playing on a contest server.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
pub struct PlayReport {
    /// Games finished.
    pub games: u64,
    /// Of those, won. A game against oneself is not.
    pub won: u64,
    /// Of those, ended without a winner.
    pub drawn: u64,
    /// Of those, ended while we were away, the connection being lost or the game gone. Where the
    /// server tells later who has won, that is counted, too.
    pub unseen: u64,
    /// Answers sent.
    pub moves: u64,
    /// Answers the server refused as illegal or out of turn.
    pub illegal_moves: u64,
    /// Answers that were a rule of thumb's instead of the agent's: its move was not legal, there was
    /// no time to think, or the position made no sense.
    pub fallbacks: u64,
    /// Times the connection was made, the first included; with a web service, times it answered
    /// again after it had not.
    pub connections: u64,
    /// Attempts that came to nothing and were made again: connections that could not be made or
    /// broke, answers that did not come in time, errors of the server.
    pub failures: u64,
    /// The longest time from a request's arrival to the answer's leaving, in milliseconds.
    pub slowest_answer_ms: f64,
    /// Messages that made no sense and were passed over.
    pub odd_messages: u64,
}
