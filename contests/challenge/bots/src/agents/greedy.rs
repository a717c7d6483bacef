//! `greedy`: the cheapest card that wins.

use super::Agent;
use crate::ChallengeGame;
use cardsharp_challenge_game::observation::Observation;
use cardsharp_challenge_game::rules::{Due, Move, Rank};

/// Follows with the lowest card that wins, else with its lowest, and leads its highest. It never
/// challenges, and accepts a challenge only if it cannot lose.
pub struct Greedy;

impl Agent<ChallengeGame> for Greedy {
    fn choose(&mut self, observation: &Observation) -> Move {
        match observation.due {
            Due::Answer if observation.is_won() => Move::Accept,
            Due::Answer => Move::Reject,
            Due::Card => greedy_card(observation).map_or(Move::Reject, Move::Play),
        }
    }

    fn probabilities(&mut self, observation: &Observation) -> Option<Vec<(Move, f64)>> {
        Some(vec![(self.choose(observation), 1.0)])
    }
}

/// The card that `greedy` plays.
pub(super) fn greedy_card(observation: &Observation) -> Option<Rank> {
    match observation.table {
        None => observation.hand.highest(),
        Some(led) => cheapest_answer(observation, led),
    }
}

/// The lowest card above `led`, else the lowest of all.
fn cheapest_answer(observation: &Observation, led: Rank) -> Option<Rank> {
    let winner = observation.hand.distinct().find(|&rank| rank > led);
    winner.or_else(|| observation.hand.lowest())
}

#[cfg(test)]
#[path = "../../tests/unit/agents/greedy.rs"]
mod tests;
