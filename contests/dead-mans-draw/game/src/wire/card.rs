//! Suits, effects and cards as JSON. A suit is its name with a capital letter, and a card is
//! `{"suit": ..., "value": ...}`. Two other forms of a card are read as well, as on the arena.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use thiserror::Error;

use super::sanitize;
use crate::rules::{Card, Effect, Suit};

/// The reason why JSON is no card.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CardFault {
    /// The JSON has none of the three forms.
    #[error("`{0}` is no card: write {{\"suit\": \"Kraken\", \"value\": 4}}, [\"Kraken\", 4] or {{\"Kraken\": 4}}")]
    NotACard(String),
    /// The suit does not exist.
    #[error("there is no suit `{0}`: the suits are {suits}", suits = suits())]
    NoSuchSuit(String),
    /// The suit has no such value.
    #[error(
        "there is no {suit} of value {value}: the values are {low} to {high}",
        suit = suit_name(*suit),
        low = suit.lowest_value(),
        high = suit.lowest_value() + Card::PER_SUIT as u8 - 1
    )]
    NoSuchValue {
        /// The suit.
        suit: Suit,
        /// The value as it was sent.
        value: String,
    },
}

fn suits() -> String {
    Suit::ALL.map(suit_name).join(", ")
}

/// The name of a suit on the wire.
pub const fn suit_name(suit: Suit) -> &'static str {
    match suit {
        Suit::Anchor => "Anchor",
        Suit::Hook => "Hook",
        Suit::Cannon => "Cannon",
        Suit::Key => "Key",
        Suit::Chest => "Chest",
        Suit::Map => "Map",
        Suit::Oracle => "Oracle",
        Suit::Sword => "Sword",
        Suit::Kraken => "Kraken",
        Suit::Mermaid => "Mermaid",
    }
}

fn read_suit(name: &str) -> Result<Suit, CardFault> {
    let suit = Suit::ALL.into_iter().find(|&suit| suit_name(suit) == name);
    suit.ok_or_else(|| CardFault::NoSuchSuit(sanitize(name)))
}

/// Reads a card in any of the forms `{"suit": "Kraken", "value": 4}`, `["Kraken", 4]` and `{"Kraken": 4}`.
///
/// # Errors
///
/// The fault of the card.
pub fn read_card(json: &Value) -> Result<Card, CardFault> {
    let not_a_card = || CardFault::NotACard(sanitize(&json.to_string()));
    let (suit, value) = match json {
        Value::Array(parts) => match &parts[..] {
            [Value::String(suit), value] => (suit.as_str(), value),
            _ => return Err(not_a_card()),
        },
        Value::Object(keys) => match (keys.get("suit"), keys.get("value")) {
            (Some(Value::String(suit)), Some(value)) => (suit.as_str(), value),
            (None, None) if keys.len() == 1 => {
                let (suit, value) = keys.iter().next().ok_or_else(not_a_card)?;
                (suit.as_str(), value)
            }
            _ => return Err(not_a_card()),
        },
        _ => return Err(not_a_card()),
    };
    let suit = read_suit(suit)?;
    let number = value.as_u64().and_then(|value| u8::try_from(value).ok());
    let card = number.and_then(|value| Card::new(suit, value));
    card.ok_or_else(|| CardFault::NoSuchValue { suit, value: sanitize(&value.to_string()) })
}

impl Serialize for Suit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(suit_name(*self))
    }
}

impl<'de> Deserialize<'de> for Suit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Suit, D::Error> {
        let name = String::deserialize(deserializer)?;
        read_suit(&name).map_err(D::Error::custom)
    }
}

impl Serialize for Effect {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.suit().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Effect {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Effect, D::Error> {
        let suit = Suit::deserialize(deserializer)?;
        let passive = || D::Error::custom(format!("{} asks nothing", suit_name(suit)));
        suit.effect().ok_or_else(passive)
    }
}

#[derive(Serialize)]
struct CardObject {
    suit: Suit,
    value: u8,
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (suit, value) = (self.suit(), self.value());
        CardObject { suit, value }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Card, D::Error> {
        let json = Value::deserialize(deserializer)?;
        read_card(&json).map_err(D::Error::custom)
    }
}
