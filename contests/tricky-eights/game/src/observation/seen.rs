//! The observation as a record with named fields, for agents outside the contest.

use cardsharp_player::Player;
use serde::{Serialize, Serializer};

use super::Observation;
use crate::rules::{Card, CardSet, Phase, Suit};

/// Everything that a player has been shown. A card is its suit and rank, as in `cj`. Seats are numbers from 0, clockwise,
/// and lists by seat begin with seat 0.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Seen {
    /// The kind of action that is due.
    pub due: DueKind,
    /// The own seat.
    pub seat: usize,
    /// The seat of the dealer, who takes first and leads the first trick.
    pub dealer: usize,
    /// The number of the turn around the pool, or of the trick, from 0.
    pub turn: u8,
    /// The own hand, by suit and rising rank.
    #[serde(serialize_with = "as_list")]
    pub hand: CardSet,
    /// The cards still in the pool.
    #[serde(serialize_with = "as_list")]
    pub pool: CardSet,
    /// The cards of this turn or trick so far, in order.
    pub table: Vec<SeatCard>,
    /// Points of this round, by seat.
    pub points: Vec<u8>,
    /// Points of the game before this round, by seat.
    pub scores: Vec<u32>,
    /// The public information about every player, by seat.
    pub players: Vec<PlayerSeen>,
    /// The cards whose place is unknown: they are in the hands of the other players.
    #[serde(serialize_with = "as_list")]
    pub unseen: CardSet,
}

/// The kind of action that is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DueKind {
    /// A card of the pool is to be taken.
    Take,
    /// A card of the hand is to be played.
    Play,
}

/// A card on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SeatCard {
    /// The seat of the player who took or played it.
    pub seat: usize,
    /// The card.
    #[serde(serialize_with = "as_text")]
    pub card: Card,
}

/// The public information about a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlayerSeen {
    /// The number of cards in hand.
    pub hand_size: usize,
    /// The cards taken from the pool, those played since included.
    #[serde(serialize_with = "as_list")]
    pub taken: CardSet,
    /// The cards played.
    #[serde(serialize_with = "as_list")]
    pub played: CardSet,
    /// The suits that the player did not follow, by letter.
    pub void: Vec<char>,
}

impl From<&Observation<'_>> for Seen {
    fn from(observation: &Observation<'_>) -> Seen {
        let board = observation.board;
        let (due, turn) = match board.phase() {
            Phase::Takes(turn) => (DueKind::Take, turn),
            Phase::Tricks(number) => (DueKind::Play, number),
            // No player is asked after the last trick.
            Phase::Over => (DueKind::Play, board.game().tricks()),
        };
        let card = |(player, card): (Player, Card)| SeatCard { seat: player.index(), card };
        let seats = (0..board.game().players()).map(Player::new);
        Seen {
            due,
            seat: observation.seat.index(),
            dealer: board.dealer().index(),
            turn,
            hand: observation.hand,
            pool: board.pool(),
            table: board.row().pairs().map(card).collect(),
            points: board.points().to_vec(),
            scores: observation.scores.to_vec(),
            players: seats.map(|player| player_seen(observation, player)).collect(),
            unseen: observation.unseen(),
        }
    }
}

fn player_seen(observation: &Observation<'_>, player: Player) -> PlayerSeen {
    let board = observation.board;
    let void = Suit::ALL.into_iter().filter(|&suit| board.is_void(player, suit));
    PlayerSeen {
        hand_size: board.hand_size(player),
        taken: board.taken(player),
        played: board.played(player),
        void: void.map(Suit::letter).collect(),
    }
}

fn as_text<S: Serializer>(card: &Card, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(card)
}

fn as_list<S: Serializer>(cards: &CardSet, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(cards.iter().map(|card| card.to_string()))
}
