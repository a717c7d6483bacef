//! Responses to one player of a policy.

use serde::Serialize;

/// The choices of a curve of responses.
#[derive(Clone, Debug, PartialEq)]
pub struct ResponseRequest {
    /// The number of the opponent, who is modelled by the policy: 0 or 1.
    pub opponent: u8,
    /// The probabilities with which the opponent follows the policy.
    pub trade_offs: Vec<f64>,
    /// The number of iterations for each response, if it is asked for.
    pub iterations: Option<u64>,
}

/// Responses with rising confidence in a model of the opponent.
#[derive(Clone, Debug, PartialEq)]
pub struct ResponseCurve {
    /// The game.
    pub game: String,
    /// The value of the game to the responder.
    pub game_value: f64,
    /// The responses.
    pub responses: Vec<ResponsePoint>,
    /// The unit of all values.
    pub unit: &'static str,
}

/// A response with its measures.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ResponsePoint {
    /// The probability with which the opponent follows the policy.
    pub trade_off: f64,
    /// The value of the response to an opponent who always follows the policy.
    pub value: f64,
    /// The value that a best response takes from the response beyond the value of the game.
    pub exploitability: f64,
}
