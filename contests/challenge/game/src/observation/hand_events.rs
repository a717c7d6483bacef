//! A hand that one player saw, as the record of a game.

use std::cmp::Ordering;

use cardsharp_player::Player;

use super::{HandSeen, SeenAction};
use crate::rules::{Cards, Event, Move, Rank};

impl HandSeen {
    /// The events of the hand, in which this player is player 0. Of the other hand they have the cards that were shown.
    pub fn events(&self) -> Vec<Event> {
        let mut events =
            vec![Event::NewHand { player0_hand: self.dealt, player1_hand: self.shown(), next_player: seat(self.led) }];
        let mut tricks = [0; 2];
        let mut led: Option<(Player, Rank)> = None;
        for seen in &self.actions {
            let player = seat(seen.own);
            events.push(Event::PlayerMove { moving_player: player, r#move: seen.action.into() });
            let Move::Play(card) = seen.action else { continue };
            let Some((leader, first)) = led.take() else {
                led = Some((player, card));
                continue;
            };
            let won_by = match first.cmp(&card) {
                Ordering::Equal => None,
                Ordering::Greater => Some(leader),
                Ordering::Less => Some(player),
            };
            if let Some(winner) = won_by {
                tricks[winner.index()] += 1;
            }
            events.push(Event::TrickOver { won_by, player0_tricks: tricks[0], player1_tricks: tricks[1] });
        }
        self.end(&mut events);
        events
    }

    /// Own points and the opponent's after the hand. A won challenge counts as one point.
    pub fn points_after(&self) -> [u8; 2] {
        let result = self.result();
        [self.own_points + u8::from(result > 0), self.their_points + u8::from(result < 0)]
    }

    fn end(&self, events: &mut Vec<Event>) {
        let [player0_score, player1_score] = self.points_after();
        if !self.is_staked() || self.result() == 0 {
            events.push(Event::NewHandScore { player0_score, player1_score });
        }
        if let Some(won) = self.game_won() {
            events.push(Event::FinalGameResult { winner: seat(won), player0_score, player1_score });
        }
    }

    fn shown(&self) -> Cards {
        let plays = self.actions.iter().filter_map(|&SeenAction { own, action }| match action {
            Move::Play(card) if !own => Some(card),
            _ => None,
        });
        plays.collect()
    }
}

fn seat(own: bool) -> Player {
    Player::new(u8::from(!own))
}
