//! `one-card`: draws one card in each turn.

use super::Agent;
use crate::DeadMansDrawGame;
use cardsharp_dead_mans_draw_game::rules::{Action, State};

/// Draws one card, answers its effect with the arena's automatic answer, and ends the turn.
#[derive(Clone, Copy, Debug)]
pub struct OneCard;

impl Agent<DeadMansDrawGame> for OneCard {
    fn choose(&mut self, state: &State) -> Action {
        if let Some(answer) = state.automatic_answer() {
            return answer;
        }
        match state.check(Action::EndTurn) {
            Ok(()) => Action::EndTurn,
            Err(_) => Action::Draw,
        }
    }
}
