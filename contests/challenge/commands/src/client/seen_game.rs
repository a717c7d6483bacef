//! The game under way, for the journal.

use cardsharp_challenge_game::observation::HandSeen;
use cardsharp_challenge_game::rules::{Event, MoveRecord};
use cardsharp_commands::ClientGame;

/// The hands of the game under way. The agent has the first seat. A hand of which not all is known, as after a lost
/// connection or a penalty, is left out.
#[derive(Debug, Default)]
pub(super) struct SeenGame {
    events: Vec<Event>,
    points: [u8; 2],
}

impl SeenGame {
    /// Takes in a hand of the game. With `keeps` its events are kept.
    pub(super) fn hand(&mut self, hand: &HandSeen, keeps: bool) {
        self.points = hand.points_after();
        if keeps {
            self.events.extend(hand.events());
        }
    }

    /// Own points and the opponent's, as far as they are known.
    pub(super) fn points(&self) -> [u8; 2] {
        self.points
    }

    /// The game, which is over. The opponent is named by the number of its team.
    pub(super) fn over(&self, opponent: i32, won: bool) -> ClientGame {
        let moves = |seat: usize| {
            let by_seat = |event: &&Event| {
                matches!(event, Event::PlayerMove { moving_player, r#move }
                    if moving_player.index() == seat && !matches!(r#move, MoveRecord::IllegalMove { .. }))
            };
            self.events.iter().filter(by_seat).count() as u64
        };
        ClientGame {
            players: vec![String::new(), format!("team {opponent}")],
            seat: 0,
            winner: Some(usize::from(!won)),
            points: self.points.map(f64::from).to_vec(),
            moves: [0, 1].map(moves).to_vec(),
            // Plain enums and numbers always have a JSON form.
            record: serde_json::to_value(&self.events).ok(),
        }
    }
}

#[cfg(test)]
#[path = "../../tests/unit/client/seen_game.rs"]
mod tests;
