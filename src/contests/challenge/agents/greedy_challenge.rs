//! `greedy-challenge`: greedy, with a challenge if the hand is strong.

use super::greedy::greedy_card;
use super::{Agent, Sight};
use crate::contests::challenge::rules::{Due, Move};

/// Plays `greedy`'s cards. Offers and accepts challenges by the `strength` of the hand, but never
/// with a hand that is certain to lose.
pub struct GreedyChallenge {
    thresholds: Thresholds,
}

/// The strengths from which [`GreedyChallenge`] offers and accepts a challenge.
///
/// The defaults are the best of the 25 pairs of offer 0.50, 0.53, 0.56, 0.60, 0.64 and accept 0.45,
/// 0.50, 0.53, 0.56, 0.60. Each pair played 2,000 games against each (`cardsharp match challenge
/// greedy-challenge:offer=..,accept=.. greedy-challenge:offer=..,accept=.. --games 2000`). No other
/// pair beat them, and they won 60.8 % on average.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thresholds {
    /// The least strength for an offer.
    pub offer: f64,
    /// The least strength for an acceptance.
    pub accept: f64,
}

impl Default for Thresholds {
    fn default() -> Self {
        Thresholds {
            offer: 0.6,
            accept: 0.6,
        }
    }
}

impl GreedyChallenge {
    /// The agent with these thresholds.
    pub fn new(thresholds: Thresholds) -> GreedyChallenge {
        GreedyChallenge { thresholds }
    }
}

impl Agent for GreedyChallenge {
    fn decide(&mut self, sight: &Sight) -> Move {
        let likes = |threshold| strength(sight) >= threshold && !sight.is_certain_loss();
        match sight.due {
            Due::Answer if likes(self.thresholds.accept) => Move::Accept,
            Due::Answer => Move::Reject,
            Due::Card if sight.can_challenge && likes(self.thresholds.offer) => Move::Offer,
            Due::Card => greedy_card(sight).map_or(Move::Reject, Move::Play),
        }
    }
}

/// The strength of a hand, 0 to 1. It counts the mean height of the cards that this player has
/// still to play, and the lead in tricks over the tricks to come.
pub(super) fn strength(sight: &Sight) -> f64 {
    let on_table = sight.table.filter(|_| sight.due == Due::Answer);
    let own = sight.hand.descending().chain(on_table);
    let heights: f64 = own.map(|rank| (f64::from(rank.value()) - 0.5) / 13.0).sum();
    let left = f64::from(sight.tricks_left()).max(1.0);
    let lead = f64::from(sight.own_tricks) - f64::from(sight.their_tricks);
    (heights / left + lead / (2.0 * left)).clamp(0.0, 1.0)
}
