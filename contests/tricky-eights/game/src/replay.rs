//! A recorded game, card by card.

use anyhow::{Context, Result};
use cardsharp_player::Player;
use serde::{Deserialize, Serialize};

use super::rules::{Card, CardSet, Deal, Params, Phase, Round, Step};
use super::text::{parse_seat, seat_letter, seat_name};
use cardsharp_game::{Frame, Pile, Replay, SeatFrame, ShownCard};

/// A round of the record.
#[derive(Debug, Serialize, Deserialize)]
pub struct RecordedRound {
    /// The seat of the dealer.
    dealer: String,
    /// The hands, by seat.
    hands: Vec<String>,
    /// The pool.
    pool: String,
    /// All cards in the order in which they were taken and played.
    pub cards: Vec<String>,
    /// Points of the round, by seat.
    pub points: Vec<u8>,
}

/// The frames of a game.
pub fn replay(rounds: &[RecordedRound]) -> Result<Replay> {
    let mut frames = Vec::new();
    let mut scores = vec![0; Params::CONTEST.players().into()];
    for (number, round) in rounds.iter().enumerate() {
        let part = format!("round {}", number + 1);
        round.show(&part, &scores, &mut frames).with_context(|| part.clone())?;
        for (score, points) in scores.iter_mut().zip(&round.points) {
            *score += u32::from(*points);
        }
    }
    Ok(Replay { frames })
}

impl RecordedRound {
    /// The record of a round that begins.
    pub fn begin(dealer: Player, deal: &Deal) -> RecordedRound {
        RecordedRound {
            dealer: seat_letter(dealer).to_owned(),
            hands: deal.hands().iter().map(ToString::to_string).collect(),
            pool: deal.pool().to_string(),
            cards: Vec::new(),
            points: Vec::new(),
        }
    }

    fn show(&self, part: &str, scores: &[u32], frames: &mut Vec<Frame>) -> Result<()> {
        let hands: Vec<CardSet> = self.hands.iter().map(|hand| hand.parse()).collect::<Result<_, _>>()?;
        let deal = Deal::new(Params::CONTEST, &hands, self.pool.parse()?)?;
        let dealer = parse_seat(&self.dealer).context("no such dealer")?;
        let mut round = Round::new(&deal, dealer);
        let view = |round: &Round, caption: String, row: &[(Player, Card)], actor| {
            frame(round, (part, caption), scores, row, actor)
        };
        frames.push(view(&round, format!("{} deals", capital(dealer)), &[], None));
        for card in &self.cards {
            let card: Card = card.parse()?;
            let player = round.to_act().context("a card is played after the end")?;
            let takes = matches!(round.board().phase(), Phase::Takes(_));
            let verb = match (takes, round.board().row().cards().is_empty()) {
                (true, _) => "takes",
                (false, true) => "leads",
                (false, false) => "plays",
            };
            let mut row: Vec<_> = round.board().row().pairs().collect();
            row.push((player, card));
            let step = round.apply(card)?;
            let caption = format!("{} {verb} {card}", capital(player));
            let open = if takes { &[] } else { row.as_slice() };
            frames.push(view(&round, caption, open, Some(player)));
            if let Step::Won(trick) = step {
                let points = match trick.points {
                    0 => String::new(),
                    points => format!(" and {points} points"),
                };
                let caption = format!("{} takes the trick{points}", capital(trick.winner));
                frames.push(view(&round, caption, &row, Some(trick.winner)));
            }
        }
        Ok(())
    }
}

fn capital(player: Player) -> String {
    let name = seat_name(player);
    name[..1].to_uppercase() + &name[1..]
}

fn shown(card: Card) -> ShownCard {
    ShownCard { text: card.rank().letter().to_uppercase().to_string(), suit: Some(card.suit()) }
}

fn frame(
    round: &Round,
    (part, caption): (&str, String),
    scores: &[u32],
    row: &[(Player, Card)],
    actor: Option<Player>,
) -> Frame {
    let seats = scores.iter().enumerate().map(|(index, score)| {
        let player = Player::new(index as u8);
        let points = round.board().points()[index];
        let played = row.iter().filter(|(other, _)| *other == player);
        SeatFrame {
            hand: round.hand(player).into_iter().map(shown).collect(),
            open: false,
            played: played.map(|(_, card)| shown(*card)).collect(),
            facts: vec![
                ("seat".to_owned(), seat_name(player).to_owned()),
                ("score".to_owned(), score.to_string()),
                ("this round".to_owned(), points.to_string()),
            ],
            acted: actor == Some(player),
        }
    });
    let pool = round.board().pool();
    let piles =
        (!pool.is_empty()).then(|| Pile { name: "pool".to_owned(), cards: pool.into_iter().map(shown).collect() });
    Frame { part: part.to_owned(), caption, seats: seats.collect(), piles: piles.into_iter().collect() }
}
