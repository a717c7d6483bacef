//! A recorded game, move by move.

use cardsharp_player::Player;

use super::rules::{Cards, Event, MoveRecord, Rank};
use cardsharp_game::{Frame, Replay, SeatFrame, ShownCard};

/// The table while a record is read.
#[derive(Default)]
struct Shown {
    hand: usize,
    /// The cards in the hands, highest first.
    hands: [Vec<Rank>; 2],
    played: [Option<Rank>; 2],
    tricks: [u8; 2],
    points: [u8; 2],
    stake: &'static str,
}

/// The frames of a record.
pub fn replay(events: &[Event]) -> Replay {
    let mut shown = Shown::default();
    let mut frames = Vec::new();
    for event in events {
        let (caption, actor) = shown.apply(event);
        frames.push(shown.frame(caption, actor));
        if matches!(event, Event::TrickOver { .. }) {
            shown.played = [None; 2];
        }
    }
    Replay { frames }
}

impl Shown {
    /// Changes the table, and says what happened and who did it.
    fn apply(&mut self, event: &Event) -> (String, Option<Player>) {
        match event {
            Event::NewHand { player0_hand, player1_hand, next_player } => {
                self.hand += 1;
                self.hands = [player0_hand, player1_hand].map(cards);
                self.tricks = [0; 2];
                self.played = [None; 2];
                self.stake = "";
                (format!("New hand: {} leads", seat(*next_player)), None)
            }
            Event::PlayerMove { moving_player, r#move } => (self.make(*moving_player, r#move), Some(*moving_player)),
            Event::TrickOver { won_by, player0_tricks, player1_tricks } => {
                self.tricks = [*player0_tricks, *player1_tricks];
                let caption = match won_by {
                    Some(player) => format!("{} takes the trick", capital(*player)),
                    None => "The trick is tied".to_owned(),
                };
                (caption, *won_by)
            }
            Event::NewHandScore { player0_score, player1_score } => {
                self.points = [*player0_score, *player1_score];
                (format!("The hand is over: {player0_score} to {player1_score} points"), None)
            }
            Event::NewRoundScore { player0_score, player1_score } => {
                (format!("Games of the round: {player0_score} to {player1_score}"), None)
            }
            Event::PenaltyResult { penalized_player, player0_removed_card, player1_removed_card } => {
                // A card that was led goes back first.
                for (hand, led) in self.hands.iter_mut().zip(&mut self.played) {
                    hand.extend(led.take());
                    hand.sort_unstable_by(|one, other| other.cmp(one));
                }
                for (player, card) in [player0_removed_card, player1_removed_card].iter().enumerate() {
                    self.remove(player, **card);
                }
                let caption = format!(
                    "Penalty for {}: {player0_removed_card} and {player1_removed_card} are taken away",
                    seat(*penalized_player)
                );
                (caption, Some(*penalized_player))
            }
            Event::FinalGameResult { winner, .. } => (format!("{} wins the game", capital(*winner)), Some(*winner)),
        }
    }

    fn make(&mut self, player: Player, made: &MoveRecord) -> String {
        let who = capital(player);
        match made {
            MoveRecord::PlayCard { card } => {
                self.remove(player.index(), *card);
                let leads = self.played[player.opponent().index()].is_none();
                self.played[player.index()] = Some(*card);
                format!("{who} {} {card}", if leads { "leads" } else { "answers" })
            }
            MoveRecord::OfferChallenge => {
                self.stake = "offered";
                format!("{who} challenges: the winner of the hand wins the game")
            }
            MoveRecord::AcceptChallenge => {
                self.stake = "accepted";
                format!("{who} accepts the challenge")
            }
            MoveRecord::RejectChallenge => {
                self.stake = "rejected";
                format!("{who} rejects the challenge and gives up the hand")
            }
            MoveRecord::IllegalMove { reason } => format!("{who} makes no legal move: {reason}"),
        }
    }

    fn remove(&mut self, player: usize, card: Rank) {
        let hand = &mut self.hands[player];
        if let Some(index) = hand.iter().position(|&held| held == card) {
            hand.remove(index);
        }
    }

    fn frame(&self, caption: String, actor: Option<Player>) -> Frame {
        let seats = Player::BOTH.map(|player| {
            let own = player.index();
            let mut facts = vec![
                ("points".to_owned(), self.points[own].to_string()),
                ("tricks".to_owned(), self.tricks[own].to_string()),
            ];
            if !self.stake.is_empty() {
                facts.push(("challenge".to_owned(), self.stake.to_owned()));
            }
            SeatFrame {
                hand: self.hands[own].iter().map(ShownCard::plain).collect(),
                open: false,
                played: self.played[own].iter().map(ShownCard::plain).collect(),
                facts,
                acted: actor == Some(player),
            }
        });
        Frame { part: format!("hand {}", self.hand), caption, seats: seats.into(), piles: Vec::new() }
    }
}

fn cards(cards: &Cards) -> Vec<Rank> {
    cards.descending().collect()
}

fn seat(player: Player) -> &'static str {
    ["the first seat", "the second seat"][player.index()]
}

fn capital(player: Player) -> &'static str {
    ["The first seat", "The second seat"][player.index()]
}

#[cfg(test)]
#[path = "../tests/unit/replay.rs"]
mod tests;
