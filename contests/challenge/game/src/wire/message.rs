//! The messages of the protocol, in the shapes of the contest's document.

use cardsharp_player::Player;
use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize};

use crate::rules::{Cards, Move, Rank};

/// A message from the server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The connection belongs to this team. Always the first message if the team is known.
    GreetingsProgram {
        /// The team.
        team_id: i32,
    },
    /// The address of the connection belongs to no team, and the server closes it. It is never sent
    /// after a greeting, since the starter clients end for good when they read it.
    Error {
        /// The address that the connection seems to come from.
        seen_host: String,
        /// The problem, in words.
        message: String,
    },
    /// A move is due.
    Request(RequestMessage),
    /// The result of a move.
    Result(ResultMessage),
}

/// A request for a move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RequestMessage {
    /// The kind of move that is due.
    pub request: RequestKind,
    /// The id that the answer must repeat.
    pub request_id: i32,
    /// The seconds left on the player's clock in this game, approximately.
    pub remaining: f64,
    /// The position.
    pub state: RequestState,
}

/// The kind of move that a request asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RequestKind {
    /// A card, or a challenge if `can_challenge` is true.
    RequestCard,
    /// Accept or reject.
    ChallengeOffered,
}

/// The position as the player to move sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequestState {
    /// The player's cards, highest first.
    pub hand: Cards,
    /// The card on the table. If there is none the key is absent, not null. If an answer to a
    /// follower's challenge is due, it is the player's own card.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub card: Option<Rank>,
    /// Number of the hand in the game, from 1.
    pub hand_id: u32,
    /// Number of the game.
    pub game_id: i32,
    /// The player's tricks in this hand.
    pub your_tricks: u8,
    /// The opponent's tricks in this hand.
    pub their_tricks: u8,
    /// True if a challenge may be offered now; false in a `challenge_offered`.
    pub can_challenge: bool,
    /// True if a challenge was accepted in this hand.
    pub in_challenge: bool,
    /// Tricks over in this hand, tied ones included.
    pub total_tricks: u8,
    /// The player's points in this game.
    pub your_points: u8,
    /// The id of the opposing team.
    pub opponent_id: i32,
    /// The opponent's points in this game.
    pub their_points: u8,
    /// 0 for the player who led the game's first hand, 1 for the other.
    #[serde(deserialize_with = "one_of_two")]
    pub player_number: Player,
}

/// A result, with the player number of the reader.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResultMessage {
    /// The reader's player number in this game.
    #[serde(deserialize_with = "one_of_two")]
    pub your_player_num: Player,
    /// The event.
    pub result: Outcome,
}

/// The result of a move. A trick, a hand and a game that end each have their own message, in that order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Outcome {
    /// A trick was won. Sent to both players.
    TrickWon {
        /// The player who took it.
        #[serde(deserialize_with = "one_of_two")]
        by: Player,
        /// The card played last, which need not be the winning card. After a penalty it is the card
        /// that the winner has lost. Our server always sends it, since clients of the contest end
        /// without it. Our client also accepts a message without it.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        card: Option<Rank>,
    },
    /// A trick was tied. Sent to both players.
    TrickTied,
    /// A hand is over. Sent to both players.
    HandDone {
        /// The player who won it; absent if it was tied.
        #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "some_of_two")]
        by: Option<Player>,
    },
    /// The game is over. Sent to both players.
    GameWon {
        /// The player who won it.
        #[serde(deserialize_with = "one_of_two")]
        by: Player,
    },
    /// The move was illegal, or there was none. Sent to the offender only.
    Error {
        /// The reason, in words.
        reason: String,
    },
    /// The move was legal and none of the others applies. Sent to the mover only.
    Accepted,
}

/// A message from a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ClientMessage {
    /// The answer to a request.
    Move {
        /// The request it answers.
        request_id: i32,
        /// The move.
        response: Response,
    },
}

/// A move in the form of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Response {
    /// Play a card.
    PlayCard {
        /// The rank of the card, not its position in the hand.
        card: Rank,
    },
    /// Offer a challenge.
    OfferChallenge,
    /// Accept a challenge.
    AcceptChallenge,
    /// Reject a challenge.
    RejectChallenge,
}

/// A player number of a message: 0 or 1, nothing else.
fn one_of_two<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Player, D::Error> {
    match u8::deserialize(deserializer)? {
        index @ 0..=1 => Ok(Player::new(index)),
        other => Err(D::Error::custom(format!("player number {other}: 0 or 1"))),
    }
}

fn some_of_two<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Player>, D::Error> {
    one_of_two(deserializer).map(Some)
}

impl From<Move> for Response {
    fn from(made: Move) -> Self {
        match made {
            Move::Play(card) => Response::PlayCard { card },
            Move::Offer => Response::OfferChallenge,
            Move::Accept => Response::AcceptChallenge,
            Move::Reject => Response::RejectChallenge,
        }
    }
}

impl From<Response> for Move {
    fn from(response: Response) -> Self {
        match response {
            Response::PlayCard { card } => Move::Play(card),
            Response::OfferChallenge => Move::Offer,
            Response::AcceptChallenge => Move::Accept,
            Response::RejectChallenge => Move::Reject,
        }
    }
}
