//! The record of a game, in the JSON objects of the contest's history viewer.

use cardsharp_player::Player;
use serde::{Deserialize, Deserializer, Serialize};

use super::{Cards, Move, Rank};

/// One entry of a game's history. Names and shapes are those of the viewer in the contest's
/// document. The five worked hands of the document therefore parse and replay unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// A deal.
    NewHand {
        /// Cards of player 0, highest first.
        player0_hand: Cards,
        /// Cards of player 1, highest first.
        player1_hand: Cards,
        /// The player who leads.
        #[serde(deserialize_with = "seat")]
        next_player: Player,
    },
    /// A move, legal or illegal.
    PlayerMove {
        /// The player who moved.
        #[serde(deserialize_with = "seat")]
        moving_player: Player,
        /// The move.
        r#move: MoveRecord,
    },
    /// A trick has ended.
    TrickOver {
        /// The player who took it; absent if it was tied.
        #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "seat_if_won")]
        won_by: Option<Player>,
        /// Tricks of player 0 in this hand.
        player0_tricks: u8,
        /// Tricks of player 1 in this hand.
        player1_tricks: u8,
    },
    /// The points after a hand.
    NewHandScore {
        /// Points of player 0.
        player0_score: u8,
        /// Points of player 1.
        player1_score: u8,
    },
    /// The games won after a game of a round.
    NewRoundScore {
        /// Games won by player 0.
        player0_score: u8,
        /// Games won by player 1.
        player1_score: u8,
    },
    /// The cards taken for an illegal move. It always follows that move directly.
    PenaltyResult {
        /// The player who failed to move.
        #[serde(deserialize_with = "seat")]
        penalized_player: Player,
        /// The card that player 0 lost.
        player0_removed_card: Rank,
        /// The card that player 1 lost.
        player1_removed_card: Rank,
    },
    /// The end of the game.
    FinalGameResult {
        /// The player who won it.
        #[serde(deserialize_with = "seat")]
        winner: Player,
        /// Points of player 0; a won challenge counts as one point here.
        player0_score: u8,
        /// Points of player 1.
        player1_score: u8,
    },
}

/// A move as the record shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum MoveRecord {
    /// A card was played.
    PlayCard {
        /// Its rank.
        card: Rank,
    },
    /// A challenge was offered.
    OfferChallenge,
    /// A challenge was accepted.
    AcceptChallenge,
    /// A challenge was rejected.
    RejectChallenge,
    /// No legal move was made.
    IllegalMove {
        /// The reason, in words.
        reason: String,
    },
}

impl From<Move> for MoveRecord {
    fn from(made: Move) -> Self {
        match made {
            Move::Play(card) => MoveRecord::PlayCard { card },
            Move::Offer => MoveRecord::OfferChallenge,
            Move::Accept => MoveRecord::AcceptChallenge,
            Move::Reject => MoveRecord::RejectChallenge,
        }
    }
}

/// A player of a record. Only 0 and 1 are valid, since everything is indexed by them.
fn seat<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Player, D::Error> {
    checked_seat(Player::deserialize(deserializer)?)
}

fn seat_if_won<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Player>, D::Error> {
    Option::<Player>::deserialize(deserializer)?.map(checked_seat).transpose()
}

fn checked_seat<E: serde::de::Error>(player: Player) -> Result<Player, E> {
    if player.index() < 2 { Ok(player) } else { Err(E::custom("a player of a record must be 0 or 1")) }
}
