//! The observation as a record with named fields, for agents outside the contest.

use serde::Serialize;

use super::{Observation, TrickSeen};
use crate::rules::{Cards, Due, Params, Rank};

/// Everything that a player has been shown. Ranks are numbers from 1 to 13, and hands are lists, highest first.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Seen {
    /// The kind of action that is due.
    pub due: DueKind,
    /// The own cards still in hand.
    pub hand: Cards,
    /// The card on the table: the opponent's if a card is due, the own one if an answer is.
    pub table: Option<Rank>,
    /// Own tricks in this hand.
    pub own_tricks: u8,
    /// The opponent's tricks in this hand.
    pub their_tricks: u8,
    /// Tricks over in this hand, tied ones included.
    pub tricks_over: u8,
    /// True if a challenge may be offered now.
    pub can_challenge: bool,
    /// True if a challenge was accepted in this hand.
    pub in_challenge: bool,
    /// The time at which the challenge was accepted, if it was.
    pub accepted_at: Option<AcceptedAt>,
    /// Own points in this game.
    pub own_points: u8,
    /// The opponent's points in this game.
    pub their_points: u8,
    /// The number of the hand in the game, from 1.
    pub hand_number: u32,
    /// True if the player led the first trick of the hand; unknown after a lost connection.
    pub led_hand: Option<bool>,
    /// The tricks of this hand that are over, oldest first.
    pub tricks: Vec<TrickSeen>,
    /// For every rank, from the lowest, the number of cards that the player saw leave the shoe in earlier hands since it
    /// was last shuffled.
    pub gone: Vec<u8>,
    /// Thinking time left in the game, in seconds.
    pub time_left: f64,
}

/// The kind of action that is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DueKind {
    /// A card, or a challenge.
    Card,
    /// An answer to a challenge.
    Answer,
}

/// The time in a hand at which a challenge was accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct AcceptedAt {
    /// The tricks over at that time.
    pub tricks_over: u8,
    /// True if a card was on the table.
    pub card_on_table: bool,
}

impl From<&Observation> for Seen {
    fn from(observation: &Observation) -> Seen {
        let accepted_at =
            observation.accepted_at.map(|(tricks_over, card_on_table)| AcceptedAt { tricks_over, card_on_table });
        Seen {
            due: match observation.due {
                Due::Card => DueKind::Card,
                Due::Answer => DueKind::Answer,
            },
            hand: observation.hand,
            table: observation.table,
            own_tricks: observation.own_tricks,
            their_tricks: observation.their_tricks,
            tricks_over: observation.tricks_over,
            can_challenge: observation.can_challenge,
            in_challenge: observation.in_challenge,
            accepted_at,
            own_points: observation.own_points,
            their_points: observation.their_points,
            hand_number: observation.hand_id,
            led_hand: observation.led_hand,
            tricks: observation.tricks.clone(),
            gone: gone(observation.gone),
            time_left: observation.remaining.as_secs_f64(),
        }
    }
}

fn gone(cards: Cards) -> Vec<u8> {
    let ranks = Params::CONTEST.all_ranks();
    ranks.map(|rank| cards.count(rank)).collect()
}
