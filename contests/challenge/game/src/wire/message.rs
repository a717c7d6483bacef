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

/// The result of a move. A trick, a hand and a game that end each have their own message, in that
/// order.
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
        #[serde(
            skip_serializing_if = "Option::is_none",
            default,
            deserialize_with = "some_of_two"
        )]
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn state(hand: &[u8], card: Option<u8>) -> RequestState {
        RequestState {
            hand: hand.iter().filter_map(|&value| Rank::new(value)).collect(),
            card: card.and_then(Rank::new),
            hand_id: 3,
            game_id: 77,
            your_tricks: 1,
            their_tricks: 0,
            can_challenge: false,
            in_challenge: false,
            total_tricks: 2,
            your_points: 4,
            opponent_id: 9,
            their_points: 5,
            player_number: Player::ONE,
        }
    }

    #[test]
    fn request_has_exactly_the_documented_keys() {
        let request = |state| {
            ServerMessage::Request(RequestMessage {
                request: RequestKind::ChallengeOffered,
                request_id: 12,
                remaining: 2.0,
                state,
            })
        };
        let with_card = serde_json::to_value(request(state(&[1, 13, 8], Some(6)))).unwrap();
        let mut expected = json!({
            "type": "request", "request": "challenge_offered", "request_id": 12, "remaining": 2.0,
            "state": {
                "hand": [13, 8, 1], "card": 6, "hand_id": 3, "game_id": 77, "your_tricks": 1,
                "their_tricks": 0, "can_challenge": false, "in_challenge": false,
                "total_tricks": 2, "your_points": 4, "opponent_id": 9, "their_points": 5,
                "player_number": 1,
            },
        });
        assert_eq!(with_card, expected);
        let without = serde_json::to_value(request(state(&[], None))).unwrap();
        let keys = expected["state"].as_object_mut().unwrap();
        keys.remove("card");
        keys.insert("hand".into(), json!([]));
        assert_eq!(without, expected);
        let text = serde_json::to_string(&request(state(&[], None))).unwrap();
        assert!(text.contains(r#""remaining":2.0"#), "a float: {text}");
    }

    #[test]
    fn results_and_greetings_have_the_documented_shapes() {
        let by = Player::ONE;
        let card = Rank::new(4);
        let shapes = [
            (
                Outcome::TrickWon { by, card },
                json!({"type": "trick_won", "by": 1, "card": 4}),
            ),
            (
                Outcome::TrickWon { by, card: None },
                json!({"type": "trick_won", "by": 1}),
            ),
            (Outcome::TrickTied, json!({"type": "trick_tied"})),
            (
                Outcome::HandDone { by: Some(by) },
                json!({"type": "hand_done", "by": 1}),
            ),
            (Outcome::HandDone { by: None }, json!({"type": "hand_done"})),
            (
                Outcome::GameWon { by },
                json!({"type": "game_won", "by": 1}),
            ),
            (
                Outcome::Error { reason: "x".into() },
                json!({"type": "error", "reason": "x"}),
            ),
            (Outcome::Accepted, json!({"type": "accepted"})),
        ];
        for (result, shape) in shapes {
            let message = ServerMessage::Result(ResultMessage {
                your_player_num: Player::ZERO,
                result,
            });
            let expected = json!({"type": "result", "your_player_num": 0, "result": shape});
            assert_eq!(serde_json::to_value(&message).unwrap(), expected);
            assert_eq!(
                serde_json::from_value::<ServerMessage>(expected).unwrap(),
                message
            );
        }
        let greeting = json!({"type": "greetings_program", "team_id": 4, "sark": "odd"});
        assert_eq!(
            serde_json::from_value::<ServerMessage>(greeting).unwrap(),
            ServerMessage::GreetingsProgram { team_id: 4 }
        );
    }

    #[test]
    fn a_third_player_is_no_message() {
        for by in [json!(2), json!(-1), json!("0"), json!(null), json!(0.0)] {
            let result = json!({"type": "game_won", "by": by});
            assert!(serde_json::from_value::<Outcome>(result).is_err(), "{by}");
            let result = json!({"type": "hand_done", "by": by});
            assert!(serde_json::from_value::<Outcome>(result).is_err(), "{by}");
        }
    }

    #[test]
    fn move_is_the_document_s_own_example() {
        let reject = ClientMessage::Move {
            request_id: 1,
            response: Response::RejectChallenge,
        };
        assert_eq!(
            serde_json::to_string(&reject).unwrap(),
            r#"{"type":"move","request_id":1,"response":{"type":"reject_challenge"}}"#
        );
    }
}
