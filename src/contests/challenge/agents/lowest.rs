//! `lowest`: the lowest card.

use super::Agent;
use crate::contests::challenge::observation::Observation;
use crate::contests::challenge::rules::{Due, Move};

/// Plays its lowest card, never challenges, rejects every challenge.
pub struct Lowest;

impl Agent for Lowest {
    fn decide(&mut self, observation: &Observation) -> Move {
        match (observation.due, observation.hand.lowest()) {
            (Due::Card, Some(lowest)) => Move::Play(lowest),
            _ => Move::Reject,
        }
    }
}
