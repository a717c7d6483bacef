//! The features of a hand that rules compare with thresholds.

use serde::{Deserialize, Serialize};

/// A number from 0 to 1 that a player may compare with a threshold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Feature {
    /// The mean height of the cards to play, and the lead in tricks over the tricks to come.
    Strength,
    /// The chance to win the tricks against an unknown hand.
    Equity,
    /// The highest card to play.
    Highest,
    /// The number of cards in the upper third of the ranks with the lead in tricks, over the tricks
    /// to come.
    HighCards,
    /// The lead in tricks.
    Lead,
    /// The chance to win the tricks, compared with the probability of winning the game that the
    /// other choice leaves: after a rejection, or after a tie for a player who may challenge.
    Odds,
}

impl Feature {
    /// All features.
    pub const ALL: [Feature; 6] = [
        Feature::Strength,
        Feature::Equity,
        Feature::Highest,
        Feature::HighCards,
        Feature::Lead,
        Feature::Odds,
    ];
}
