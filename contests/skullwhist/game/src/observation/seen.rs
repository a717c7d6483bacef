//! The observation as a record with named fields, for agents outside the contest.

use serde::Serialize;

use super::Observation;
use crate::rules::{Card, Cards, Trick};

/// Everything that a player has been shown. A card is its suit and its value, as in `S07`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Seen {
    /// The kind of action that is due.
    pub due: DueKind,
    /// The own player number: player 0 leads the first round.
    pub seat: usize,
    /// The own hand, in order.
    pub hand: Cards,
    /// The own bid, once it is made.
    pub own_bid: Option<u8>,
    /// The other player's bid. It is shown after the own bid.
    pub their_bid: Option<u8>,
    /// Tricks taken.
    pub own_tricks: u8,
    /// Tricks that the other player has taken.
    pub their_tricks: u8,
    /// The card that the other player has led to this round.
    pub led: Option<Card>,
    /// The rounds that are over, in order.
    pub rounds: Vec<RoundSeen>,
    /// The cards that the other player may hold: those that were not seen, except for suits that they did not follow.
    pub possible: Cards,
}

/// The kind of action that is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DueKind {
    /// A bid.
    Bid,
    /// A card.
    Card,
}

/// A round that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RoundSeen {
    /// The own card.
    pub own: Card,
    /// The other player's card.
    pub theirs: Card,
    /// True if the player led it.
    pub led: bool,
    /// True if the player took it.
    pub won: bool,
}

impl Seen {
    /// The record of an observation at which an action of this kind is due.
    pub fn of(observation: &Observation, due: DueKind) -> Seen {
        let [own_tricks, their_tricks] = observation.tricks();
        let [own_bid, their_bid] = observation.bids;
        let (own, other) = (observation.seat, observation.seat.opponent());
        let round = |trick: &Trick| RoundSeen {
            own: trick.card_of(own),
            theirs: trick.card_of(other),
            led: trick.leader == own,
            won: trick.winner() == own,
        };
        Seen {
            due,
            seat: own.index(),
            hand: observation.hand,
            own_bid,
            their_bid,
            own_tricks,
            their_tricks,
            led: observation.led,
            rounds: observation.rounds.iter().map(round).collect(),
            possible: observation.possible(),
        }
    }
}
