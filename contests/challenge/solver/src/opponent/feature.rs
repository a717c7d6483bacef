//! The features of a hand that rules compare with thresholds.

use serde::{Deserialize, Serialize};

use cardsharp_challenge_game::rules::Rank;

/// The strength of a hand, 0 to 1: the mean height of the `cards` still to play, and the lead in
/// tricks over the tricks that are `left`, at least one.
pub fn strength(cards: impl Iterator<Item = Rank>, ranks: u8, left: f64, lead: f64) -> f64 {
    let heights: f64 = cards.map(|rank| (f64::from(rank.value()) - 0.5) / f64::from(ranks)).sum();
    (heights / left + lead / (2.0 * left)).clamp(0.0, 1.0)
}

/// A number from 0 to 1 that a player may compare with a threshold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Feature {
    /// The mean height of the cards to play, and the lead in tricks over the tricks to come.
    Strength,
    /// The chance to win the tricks against an unknown hand.
    Equity,
    /// The highest card to play.
    Highest,
    /// The number of cards in the upper third of the ranks with the lead in tricks, over the tricks to come.
    HighCards,
    /// The lead in tricks.
    Lead,
    /// The chance to win the tricks, compared with the probability of winning the game that the
    /// other choice leaves: after a rejection, or after a tie for a player who may challenge.
    Odds,
}

impl Feature {
    /// All features.
    pub const ALL: [Feature; 6] =
        [Feature::Strength, Feature::Equity, Feature::Highest, Feature::HighCards, Feature::Lead, Feature::Odds];
}
