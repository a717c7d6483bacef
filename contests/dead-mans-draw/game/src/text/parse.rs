//! The parsing of cards and actions.

use std::str::FromStr;

use thiserror::Error;

use crate::rules::{Action, Card, CardSet, Effect, Suit};

/// The reason why a text is no suit.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SuitError {
    /// No suit begins with the text.
    #[error("`{0}` is no suit: the suits are {suits}", suits = names(&Suit::ALL))]
    Unknown(String),
    /// Several suits begin with the text.
    #[error("`{word}` may be {suits}: write more of it", suits = names(fitting))]
    Ambiguous {
        /// The text.
        word: String,
        /// The suits that begin with it.
        fitting: Vec<Suit>,
    },
}

/// The reason why a text is no card.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CardError {
    /// The suit is invalid.
    #[error(transparent)]
    Suit(#[from] SuitError),
    /// The value is no number.
    #[error("`{0}` has no value: write suit and value, as in kraken-5")]
    NoValue(String),
    /// The suit has no such value.
    #[error(
        "there is no {suit} of value {value}: the values are {low} to {high}",
        low = suit.lowest_value(),
        high = suit.lowest_value() + Card::PER_SUIT as u8 - 1
    )]
    NoSuchValue {
        /// The suit.
        suit: Suit,
        /// The value as written.
        value: String,
    },
}

/// The reason why a text is no action.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ActionError {
    /// The first word is neither an action nor an effect.
    #[error("`{0}` is no action: write draw, end, or an effect ({effects}) and a card", effects = effects())]
    Unknown(String),
    /// The card is invalid.
    #[error(transparent)]
    Card(#[from] CardError),
    /// The effect needs a card, and there is none.
    #[error("the {0} wants a card: write it behind, as in {0} key-3")]
    CardWanted(Effect),
}

fn names(suits: &[Suit]) -> String {
    let names: Vec<_> = suits.iter().map(|suit| suit.name()).collect();
    names.join(", ")
}

fn effects() -> String {
    names(&Effect::ALL.map(Effect::suit))
}

impl FromStr for Suit {
    type Err = SuitError;

    fn from_str(text: &str) -> Result<Suit, SuitError> {
        let word = text.trim().to_lowercase();
        let begins = |suit: &Suit| !word.is_empty() && suit.name().starts_with(&word);
        let fitting: Vec<Suit> = Suit::ALL.into_iter().filter(begins).collect();
        match fitting[..] {
            [] => Err(SuitError::Unknown(text.trim().to_owned())),
            [suit] => Ok(suit),
            _ => Err(SuitError::Ambiguous { word, fitting }),
        }
    }
}

impl FromStr for Card {
    type Err = CardError;

    fn from_str(text: &str) -> Result<Card, CardError> {
        let text = text.trim();
        let end = text.find(|character: char| !character.is_alphabetic());
        let (suit, value) = text.split_at(end.unwrap_or(text.len()));
        let suit: Suit = suit.parse()?;
        let value = value.trim_start_matches(['-', ' ']);
        if value.is_empty() || !value.bytes().all(|character| character.is_ascii_digit()) {
            return Err(CardError::NoValue(text.to_owned()));
        }
        let card = value.parse().ok().and_then(|value| Card::new(suit, value));
        card.ok_or_else(|| CardError::NoSuchValue { suit, value: value.to_owned() })
    }
}

/// Reads cards separated by commas, in their order in the text; `-` stands for no cards.
pub fn parse_cards(text: &str) -> Result<Vec<Card>, CardError> {
    match text.trim() {
        "-" => Ok(Vec::new()),
        cards => cards.split(',').map(str::parse).collect(),
    }
}

impl FromStr for CardSet {
    type Err = CardError;

    fn from_str(text: &str) -> Result<CardSet, CardError> {
        Ok(parse_cards(text)?.into_iter().collect())
    }
}

impl FromStr for Action {
    type Err = ActionError;

    fn from_str(text: &str) -> Result<Action, ActionError> {
        let text = text.trim();
        let (word, card) = match text.split_once(char::is_whitespace) {
            Some((word, card)) => (word, card.trim()),
            None => (text, ""),
        };
        match (word.to_lowercase().as_str(), card) {
            ("d" | "draw", "") => return Ok(Action::Draw),
            ("e" | "end" | "stop", "") => return Ok(Action::EndTurn),
            _ => {}
        }
        let effect = word.parse().ok().and_then(Suit::effect);
        let effect = effect.ok_or_else(|| ActionError::Unknown(text.to_owned()))?;
        let card = match card.to_lowercase().as_str() {
            "none" | "-" => None,
            "" if effect == Effect::Kraken => None,
            "" => return Err(ActionError::CardWanted(effect)),
            card => Some(card.parse()?),
        };
        Ok(Action::Respond { effect, card })
    }
}
