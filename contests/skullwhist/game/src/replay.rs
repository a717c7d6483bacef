//! A recorded game, card by card.

use anyhow::{Result, bail};
use cardsharp_player::Player;
use serde::Deserialize;

use super::rules::{Card, Cards, Deal, SkullWhist, State};
use cardsharp_game::{Frame, Replay, SeatFrame, ShownCard};

/// The record of a game, as the table writes it, or the line of a game in a server's journal.
#[derive(Deserialize)]
pub struct Record {
    bot1: Option<u64>,
    forfeited_by: Option<u64>,
    hand1: Vec<String>,
    hand2: Vec<String>,
    bid1: Option<u8>,
    bid2: Option<u8>,
    rounds: Vec<RecordedRound>,
}

/// The card that was led, and the answer.
#[derive(Deserialize)]
#[serde(untagged)]
enum RecordedRound {
    OfTable([String; 2]),
    OfServer { led: String, reply: String },
}

impl Record {
    /// The frames of the game. The first seat leads.
    pub fn replay(&self) -> Result<Replay> {
        let hand = |cards: &[String]| -> Result<Cards> { Ok(cards.join(",").parse()?) };
        let deal = Deal::new(SkullWhist::CONTEST, [hand(&self.hand1)?, hand(&self.hand2)?])?;
        let mut state = State::new(&deal);
        let none = [None; 2];
        let mut frames = vec![frame(&state, "bids", "The cards are dealt".to_owned(), none, None)];
        for (player, bid) in Player::BOTH.into_iter().zip([self.bid1, self.bid2]) {
            if let Some(bid) = bid {
                state.bid(player, bid)?;
            }
        }
        let caption = match state.bids() {
            [Some(_), Some(_)] => "Both have bid",
            _ => "A bid is missing",
        };
        frames.push(frame(&state, "bids", caption.to_owned(), none, None));
        for (number, round) in self.rounds.iter().enumerate() {
            let part = format!("round {}", number + 1);
            let mut played = none;
            let cards = match round {
                RecordedRound::OfTable([led, reply]) | RecordedRound::OfServer { led, reply } => [led, reply],
            };
            for (verb, card) in ["leads", "answers"].into_iter().zip(cards) {
                let Some(player) = state.to_play() else {
                    bail!("a card is played after the end");
                };
                let card: Card = card.parse()?;
                played[player.index()] = Some(card);
                let step = state.play(player, card)?;
                let caption = format!("{} {verb} {card}", seat(player));
                frames.push(frame(&state, &part, caption, played, Some(player)));
                if let Some(trick) = step.trick {
                    let winner = trick.winner();
                    let caption = format!("{} takes the round", seat(winner));
                    frames.push(frame(&state, &part, caption, played, Some(winner)));
                }
            }
        }
        let forfeits = |bot| Player::BOTH[usize::from(self.bot1 != Some(bot))];
        let (caption, winner) = match self.forfeited_by.map(forfeits) {
            Some(loser) => (format!("{} forfeits the game", seat(loser)), Some(loser.opponent())),
            None => {
                let [one, other] = state.scores();
                (format!("The game is over: {one} to {other}"), state.winner())
            }
        };
        frames.push(frame(&state, "end", caption, none, winner));
        Ok(Replay { frames })
    }
}

fn seat(player: Player) -> &'static str {
    ["The first seat", "The second seat"][player.index()]
}

fn shown(card: Card) -> ShownCard {
    ShownCard { text: card.value().to_string(), suit: Some(card.suit()) }
}

fn frame(state: &State, part: &str, caption: String, played: [Option<Card>; 2], actor: Option<Player>) -> Frame {
    let seats = Player::BOTH.map(|player| {
        let own = player.index();
        let mut facts = vec![("rounds".to_owned(), state.tricks()[own].to_string())];
        let bid = state.bids()[own];
        facts.extend(bid.map(|bid| ("bid".to_owned(), bid.to_string())));
        SeatFrame {
            hand: state.hand(player).into_iter().map(shown).collect(),
            open: false,
            played: played[own].map(shown).into_iter().collect(),
            facts,
            acted: actor == Some(player),
        }
    });
    Frame { part: part.to_owned(), caption, seats: seats.into(), piles: Vec::new() }
}
