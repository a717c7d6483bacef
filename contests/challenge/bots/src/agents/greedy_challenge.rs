//! `greedy-challenge`: greedy, with a challenge if the hand is strong.

use super::Agent;
use super::greedy::greedy_card;
use crate::ChallengeGame;
use cardsharp_challenge_game::observation::Observation;
use cardsharp_challenge_game::rules::{Due, Move, Params};
use cardsharp_challenge_solver::opponent;
use cardsharp_options::within;
use serde::Deserialize;

/// Plays `greedy`'s cards. Offers and accepts challenges by the `strength` of the hand, but never
/// with a hand that is certain to lose.
pub struct GreedyChallenge {
    thresholds: Thresholds,
}

/// The strengths from which [`GreedyChallenge`] offers and accepts a challenge.
///
/// The defaults are the best of the 25 pairs of offer 0.50, 0.53, 0.56, 0.60, 0.64 and accept 0.45, 0.50, 0.53, 0.56,
/// 0.60. Each pair played 2,000 games against each (`cardsharp match challenge greedy-challenge:offer=..,accept=..
/// greedy-challenge:offer=..,accept=.. --games 2000`). No other pair beat them, and they won 60.8 % on average.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Thresholds {
    /// The least strength for an offer. One above 1 is never reached.
    #[serde(deserialize_with = "within::<0, 2, _, _>")]
    pub offer: f64,
    /// The least strength for an acceptance.
    #[serde(deserialize_with = "within::<0, 2, _, _>")]
    pub accept: f64,
}

impl Default for Thresholds {
    fn default() -> Self {
        Thresholds { offer: 0.6, accept: 0.6 }
    }
}

impl GreedyChallenge {
    /// The agent with these thresholds.
    pub fn new(thresholds: Thresholds) -> GreedyChallenge {
        GreedyChallenge { thresholds }
    }
}

impl Agent<ChallengeGame> for GreedyChallenge {
    fn choose(&mut self, observation: &Observation) -> Move {
        let likes = |threshold| strength(observation) >= threshold && !observation.is_certain_loss();
        match observation.due {
            Due::Answer if likes(self.thresholds.accept) => Move::Accept,
            Due::Answer => Move::Reject,
            Due::Card if observation.can_challenge && likes(self.thresholds.offer) => Move::Offer,
            Due::Card => greedy_card(observation).map_or(Move::Reject, Move::Play),
        }
    }

    fn probabilities(&mut self, observation: &Observation) -> Option<Vec<(Move, f64)>> {
        Some(vec![(self.choose(observation), 1.0)])
    }
}

/// The strength of a hand, 0 to 1. It counts the mean height of the cards that this player has
/// still to play, and the lead in tricks over the tricks to come.
pub(super) fn strength(observation: &Observation) -> f64 {
    let on_table = observation.table.filter(|_| observation.due == Due::Answer);
    let own = observation.hand.descending().chain(on_table);
    let left = f64::from(observation.tricks_left()).max(1.0);
    let lead = f64::from(observation.own_tricks) - f64::from(observation.their_tricks);
    opponent::strength(own, Params::CONTEST.ranks(), left, lead)
}
