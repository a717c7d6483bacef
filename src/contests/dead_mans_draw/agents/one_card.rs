//! `one-card`: as little as can be.

use super::Agent;
use crate::contests::dead_mans_draw::rules::{Action, State};

/// Draws one card, answers its effect as the arena would for somebody who does not want to choose, and
/// ends the turn.
#[derive(Clone, Copy, Debug)]
pub struct OneCard;

impl Agent for OneCard {
    fn decide(&mut self, state: &State) -> Action {
        if let Some(answer) = state.automatic_answer() {
            return answer;
        }
        match state.check(Action::EndTurn) {
            Ok(()) => Action::EndTurn,
            Err(_) => Action::Draw,
        }
    }
}
