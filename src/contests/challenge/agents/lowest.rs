//! `lowest`: the lowest card.

use super::{Agent, Sight};
use crate::contests::challenge::rules::{Due, Move};

/// Plays its lowest card, never challenges, rejects every challenge.
pub struct Lowest;

impl Agent for Lowest {
    fn decide(&mut self, sight: &Sight) -> Move {
        match (sight.due, sight.hand.lowest()) {
            (Due::Card, Some(lowest)) => Move::Play(lowest),
            _ => Move::Reject,
        }
    }
}
