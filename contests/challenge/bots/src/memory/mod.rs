//! The memory of a player of Challenge from game to game: the model of an opponent, and the account (`account`) of the
//! winnings of departures from a policy.

mod account;

pub use account::Account;
pub(crate) use account::Departures;

use cardsharp_challenge_solver::opponent::OpponentModel;
use serde::{Deserialize, Serialize};

/// The memory of a player from game to game against the same opponent.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Memory {
    /// The number of hands seen.
    pub hands: u64,
    /// The number of games won.
    pub won: u64,
    /// The number of games lost.
    pub lost: u64,
    /// The model of the opponent.
    pub model: Option<OpponentModel>,
    /// The winnings of departures from the policy.
    pub account: Account,
}
