//! The memory of a player of Challenge from game to game against one opponent.
//!
//! | noun | file |
//! |---|---|
//! | the winnings of actions, and what is stopped because it loses | `account` |
//! | how hands end against the model | `rehearsal` |
//! | a way to go on in a hand, and the ends of a hand | `continuation` |
//! | the values of the scores that follow | `score_values` |

mod account;
mod continuation;
mod rehearsal;
mod score_values;

pub use account::Account;
pub(crate) use account::{By, Kind, Note, Notes};
pub(crate) use continuation::{Continuation, Outcome, Players};
pub use rehearsal::Rehearsal;
#[cfg(test)]
pub(crate) use score_values::Prospect;
pub(crate) use score_values::{ScoreValues, Standing};

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
    /// The winnings of actions.
    pub account: Account,
    /// The endings of hands against the model.
    #[serde(default)]
    pub rehearsal: Rehearsal,
}
