//! The answers of the server.

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use super::timestamp::Timestamp;
use crate::rules::{Card, Cards};
use crate::text::CardError;

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer<T> {
    /// The method succeeded.
    Success(T),
    /// Not yet: the client must call again.
    Retry(String),
    /// The method failed, for this reason.
    Failure(String),
}

/// The same, without the contents of a success.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "result", rename_all = "lowercase")]
enum Verdict {
    Success,
    Retry { reason: String },
    Failure { reason: String },
}

/// A success, with `result` as the last key.
#[derive(Serialize)]
struct SuccessMessage<'a, T> {
    #[serde(flatten)]
    body: &'a T,
    result: &'static str,
}

/// A refusal, with its keys in the same order.
#[derive(Serialize)]
struct RefusalMessage<'a> {
    reason: &'a str,
    result: &'static str,
}

impl<T: Serialize> Answer<T> {
    /// The JSON text of the answer.
    pub fn write(&self) -> String {
        let written = match self {
            Answer::Success(body) => serde_json::to_string(&SuccessMessage { body, result: "success" }),
            Answer::Retry(reason) => serde_json::to_string(&RefusalMessage { reason, result: "retry" }),
            Answer::Failure(reason) => serde_json::to_string(&RefusalMessage { reason, result: "failure" }),
        };
        // Answers consist of texts, numbers and lists of them, which always have a JSON form.
        written.unwrap_or_default()
    }
}

impl<T: DeserializeOwned> Answer<T> {
    /// Reads an answer. Keys may come in any order, and unknown ones are ignored.
    ///
    /// # Errors
    ///
    /// The error in the text.
    pub fn read(body: &[u8]) -> Result<Answer<T>, serde_json::Error> {
        let value: Value = serde_json::from_slice(body)?;
        Ok(match Verdict::deserialize(&value)? {
            Verdict::Success => Answer::Success(T::deserialize(value)?),
            Verdict::Retry { reason } => Answer::Retry(reason),
            Verdict::Failure { reason } => Answer::Failure(reason),
        })
    }
}

/// The success of any method, for a server that answers all of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum SuccessBody {
    /// `register`
    Registered(Registered),
    /// `login`
    LoggedIn(LoggedIn),
    /// `new-game`
    Dealt(Dealt),
    /// `bid` and `play`
    Done(Done),
    /// `status`
    Status(StatusReport),
    /// `old-game`
    OldGame(Box<OldGame>),
}

/// The success of `register`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Registered {
    /// The number of the new account.
    pub id: u64,
}

/// The success of `login`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoggedIn {
    /// 32 hexadecimal digits, valid for everybody who has them.
    pub session: String,
    /// The number of the account.
    pub id: u64,
}

/// The success of `new-game`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dealt {
    /// The hand, sorted.
    pub cards: Hand,
    /// The number of the game.
    pub game: u64,
    /// The number of the other's account.
    pub opponent: u64,
}

/// A success without contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Done {}

/// The state of the game: all null outside a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct StatusReport {
    /// The number of the game.
    pub game: Option<u64>,
    /// 1 to 13.
    pub round: Option<u8>,
    /// The number of the other's account.
    pub opponent: Option<u64>,
    /// True if the server waits for a card of ours.
    pub your_turn: Option<bool>,
    /// Null until we have bid. Then the other's bid, or 0 as long as there is none.
    pub opponent_bid: Option<u8>,
    /// The other's card in this round.
    #[serde(deserialize_with = "card_text")]
    pub opponent_current_card: Option<Card>,
    /// The other's card in the round before.
    #[serde(deserialize_with = "card_text")]
    pub opponent_previous_card: Option<Card>,
    /// True if we took the round before; null in round 1.
    pub you_won_previous_round: Option<bool>,
}

/// A game that is over. In a forfeited game, numbers are null if they did not exist yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OldGame {
    /// The account that led round 1.
    pub bot1: u64,
    /// The account of the other player.
    pub bot2: u64,
    /// The bid of `bot1`.
    pub bid1: Option<u8>,
    /// The bid of `bot2`.
    pub bid2: Option<u8>,
    /// The score of `bot1`; null in a forfeited game.
    pub score1: Option<i16>,
    /// The score of `bot2`; null in a forfeited game.
    pub score2: Option<i16>,
    /// The cards that `bot1` was dealt.
    pub hand1: Hand,
    /// The cards that `bot2` was dealt.
    pub hand2: Hand,
    /// The time of its beginning.
    pub started: Timestamp,
    /// The time of its end.
    pub finished: Timestamp,
    /// The last round that was begun.
    pub round: Option<u8>,
    /// Tricks taken by `bot1`.
    pub tricks1: Option<u8>,
    /// Tricks taken by `bot2`.
    pub tricks2: Option<u8>,
    /// The account that has forfeited it.
    pub forfeited_by: Option<u64>,
}

/// Cards as a sorted list of texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Hand(pub Cards);

impl<'de> Deserialize<'de> for Hand {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Hand, D::Error> {
        let texts = Vec::<String>::deserialize(deserializer)?;
        let mut hand = Cards::EMPTY;
        for text in texts {
            let card = read_card(&text).map_err(D::Error::custom)?;
            if hand.contains(card) {
                return Err(D::Error::custom(format!("{card} is named twice")));
            }
            hand = hand.with(card);
        }
        Ok(Hand(hand))
    }
}

/// A card as text, or null.
fn card_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Card>, D::Error> {
    let text = Option::<String>::deserialize(deserializer)?;
    let card = text.map(|text| read_card(&text));
    card.transpose().map_err(D::Error::custom)
}

/// A card of the protocol: exactly three characters, with a capital letter.
///
/// # Errors
///
/// The first error among form, suit and value.
pub fn read_card(text: &str) -> Result<Card, CardError> {
    match text.as_bytes() {
        [b'a'..=b'z', _, _] => Err(CardError::Suit(text.to_owned())),
        [_, _, _] => text.parse(),
        _ => Err(CardError::Form(text.to_owned())),
    }
}
