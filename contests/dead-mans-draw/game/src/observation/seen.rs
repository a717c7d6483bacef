//! The state as a record with named fields, for agents outside the contest.

use cardsharp_player::Player;
use serde::{Serialize, Serializer};

use crate::rules::{Card, CardSet, Effect, Pending, State};

/// Everything that a player has been shown. A card is its suit and value, as in `kraken-5`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Seen {
    /// The effect that is to be answered, by its name; `move` if a draw or the end of the turn is due.
    #[serde(serialize_with = "as_due")]
    pub due: Option<Effect>,
    /// The own player number: player 0 has the first turn at a table in this process.
    pub seat: usize,
    /// The player's own cards and points.
    pub own: PlayerSeen,
    /// Those of the opponent.
    pub theirs: PlayerSeen,
    /// The play area, in the order in which the cards came.
    #[serde(serialize_with = "as_list")]
    pub area: Vec<Card>,
    /// The number of cards of the play area, from its first, that are banked even if the turn busts.
    pub protected: usize,
    /// The cards that may be chosen to answer the effect that is due, those of a map in the order in which they were
    /// taken; for an oracle, the card that it shows.
    #[serde(serialize_with = "as_list")]
    pub offer: Vec<Card>,
    /// The number of draws that a kraken still demands.
    pub owed: u8,
    /// The next card of the draw pile, if an oracle has shown it.
    #[serde(serialize_with = "as_name")]
    pub next: Option<Card>,
    /// The cards of the draw pile, by suit and value. Their order is not known.
    #[serde(serialize_with = "as_set")]
    pub pile: CardSet,
    /// The discard pile, its front first.
    #[serde(serialize_with = "as_list")]
    pub discards: Vec<Card>,
    /// The number of the turn, from 1. Before the first action of a turn, it is that of the turn before.
    pub turn: u32,
    /// The number of late answers of both players together.
    pub late: u8,
}

/// The cards and points of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlayerSeen {
    /// The bank: suits in the order in which they came, and the cards of each in the order of banking.
    #[serde(serialize_with = "as_list")]
    pub bank: Vec<Card>,
    /// The sum of the highest card of every suit in the bank.
    pub score: u8,
}

impl Seen {
    /// The record of a state for `player`, who is to move.
    pub fn of(state: &State, player: Player) -> Seen {
        let pending = state.pending();
        let counters = state.counters();
        let seen = |player: Player| PlayerSeen {
            bank: state.bank(player).in_order().collect(),
            score: state.bank(player).score(),
        };
        Seen {
            due: pending.map(|pending| pending.effect()),
            seat: player.index(),
            own: seen(player),
            theirs: seen(player.opponent()),
            area: state.area().to_vec(),
            protected: state.protected().len(),
            offer: offer(state),
            owed: pending.map_or(0, |pending| pending.owed()),
            next: state.draw_pile().next_known(),
            pile: state.draw_pile().cards(),
            discards: state.discards().to_vec(),
            turn: counters.turn,
            late: counters.timeouts,
        }
    }
}

fn offer(state: &State) -> Vec<Card> {
    match state.pending() {
        Some(Pending::Map { offer }) => offer.to_vec(),
        _ => state.offer().iter().collect(),
    }
}

fn as_due<S: Serializer>(effect: &Option<Effect>, serializer: S) -> Result<S::Ok, S::Error> {
    match effect {
        Some(effect) => serializer.collect_str(effect),
        None => serializer.serialize_str("move"),
    }
}

fn as_name<S: Serializer>(card: &Option<Card>, serializer: S) -> Result<S::Ok, S::Error> {
    match card {
        Some(card) => serializer.collect_str(card),
        None => serializer.serialize_none(),
    }
}

fn as_list<S: Serializer>(cards: &[Card], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(cards.iter().map(Card::to_string))
}

fn as_set<S: Serializer>(cards: &CardSet, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(cards.iter().map(|card| card.to_string()))
}
