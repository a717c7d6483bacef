//! `lowest`: the lowest card.

use super::Agent;
use crate::ChallengeGame;
use cardsharp_challenge_game::observation::Observation;
use cardsharp_challenge_game::rules::{Due, Move};

/// Plays its lowest card, never challenges, rejects every challenge.
pub struct Lowest;

impl Agent<ChallengeGame> for Lowest {
    fn choose(&mut self, observation: &Observation) -> Move {
        match (observation.due, observation.hand.lowest()) {
            (Due::Card, Some(lowest)) => Move::Play(lowest),
            _ => Move::Reject,
        }
    }

    fn probabilities(&mut self, observation: &Observation) -> Option<Vec<(Move, f64)>> {
        Some(vec![(self.choose(observation), 1.0)])
    }
}
