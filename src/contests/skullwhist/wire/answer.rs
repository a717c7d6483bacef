//! What the server answers.

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::stamp::Stamp;
use crate::contests::skullwhist::rules::{Card, Cards};
use crate::contests::skullwhist::text::CardError;

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer<T> {
    /// It was done.
    Success(T),
    /// Not yet: ask again.
    Retry(String),
    /// It was not done, for this reason.
    Failure(String),
}

/// The same without what a success says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "result", rename_all = "lowercase")]
enum Verdict {
    Success,
    Retry { reason: String },
    Failure { reason: String },
}

/// A success, whose `result` is the last key.
#[derive(Serialize)]
struct Sealed<'a, T> {
    #[serde(flatten)]
    told: &'a T,
    result: &'static str,
}

/// A refusal in the same order.
#[derive(Serialize)]
struct Refused<'a> {
    reason: &'a str,
    result: &'static str,
}

impl<T: Serialize> Answer<T> {
    /// As it is sent.
    pub fn write(&self) -> String {
        let written = match self {
            Answer::Success(told) => serde_json::to_string(&Sealed {
                told,
                result: "success",
            }),
            Answer::Retry(reason) => serde_json::to_string(&Refused {
                reason,
                result: "retry",
            }),
            Answer::Failure(reason) => serde_json::to_string(&Refused {
                reason,
                result: "failure",
            }),
        };
        // Answers are made of texts, numbers and lists of them, which always have a JSON form.
        written.unwrap_or_default()
    }
}

impl<T: DeserializeOwned> Answer<T> {
    /// Reads what was sent. Keys may come in any order, and unknown ones are passed over.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn read(body: &[u8]) -> Result<Answer<T>, serde_json::Error> {
        let value: Value = serde_json::from_slice(body)?;
        Ok(match Verdict::deserialize(&value)? {
            Verdict::Success => Answer::Success(T::deserialize(value)?),
            Verdict::Retry { reason } => Answer::Retry(reason),
            Verdict::Failure { reason } => Answer::Failure(reason),
        })
    }
}

/// What the success of any method says, for a server that answers any.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Told {
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

/// `register` has made an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Registered {
    /// Its number.
    pub id: u64,
}

/// `login` has begun a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoggedIn {
    /// 32 hexadecimal digits, good for whoever has them.
    pub session: String,
    /// The number of the account.
    pub id: u64,
}

/// `new-game` has a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dealt {
    /// The hand, sorted.
    pub cards: Hand,
    /// The number of the game.
    pub game: u64,
    /// The number of the other's account.
    pub opponent: u64,
}

/// Nothing more to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Done {}

/// How things stand: all null outside a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct StatusReport {
    /// The number of the game.
    pub game: Option<u64>,
    /// 1 to 13.
    pub round: Option<u8>,
    /// The number of the other's account.
    pub opponent: Option<u64>,
    /// Whether the server waits for a card of ours.
    pub your_turn: Option<bool>,
    /// Null until we have bid; then the other's bid, or 0 as long as there is none.
    pub opponent_bid: Option<u8>,
    /// The other's card in this round.
    #[serde(with = "card_text")]
    pub opponent_current_card: Option<Card>,
    /// The other's card in the round before.
    #[serde(with = "card_text")]
    pub opponent_previous_card: Option<Card>,
    /// Whether we took the round before; null in round 1.
    pub you_won_previous_round: Option<bool>,
}

/// A game that is over. The numbers are null where a game was forfeited before they were there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OldGame {
    /// The account that led round 1.
    pub bot1: u64,
    /// The other one.
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
    /// When it began.
    pub started: Stamp,
    /// When it ended.
    pub finished: Stamp,
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hand(pub Cards);

impl Serialize for Hand {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.into_iter().map(|card| card.to_string()))
    }
}

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
mod card_text {
    use super::{Card, Deserialize, Deserializer, Serialize, Serializer};
    use serde::de::Error as _;

    pub(super) fn serialize<S: Serializer>(
        card: &Option<Card>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        card.map(|card| card.to_string()).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Card>, D::Error> {
        let text = Option::<String>::deserialize(deserializer)?;
        let card = text.map(|text| super::read_card(&text));
        card.transpose().map_err(D::Error::custom)
    }
}

/// A card on the wire: exactly three characters, the letter a capital.
///
/// # Errors
///
/// The first of form, suit and value that is wrong.
pub fn read_card(text: &str) -> Result<Card, CardError> {
    match text.as_bytes() {
        [b'a'..=b'z', _, _] => Err(CardError::Suit(text.to_owned())),
        [_, _, _] => text.parse(),
        _ => Err(CardError::Form(text.to_owned())),
    }
}
