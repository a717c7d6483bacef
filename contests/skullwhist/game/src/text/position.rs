//! Prints and parses positions.

use std::fmt;
use std::str::FromStr;

use cardsharp_player::Player;
use thiserror::Error;

use super::CardError;
use crate::rules::{BadPosition, Card, Cards, Position, SkullWhist, State};
use cardsharp_options::BadName;

/// The keys of a position.
pub const KEYS: [&str; 7] = ["hand0", "hand1", "to-play", "led", "bids", "tricks", "game"];

/// A reason why a text is no position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// A word is not `key=value`.
    #[error("`{0}` is not key=value: the keys are {keys}", keys = KEYS.join(", "))]
    NoPair(String),
    /// There is no such key.
    #[error("`{0}` is no key: choose {keys}", keys = KEYS.join(", "))]
    UnknownKey(String),
    /// A key is given twice.
    #[error("`{0}` is given twice")]
    Twice(String),
    /// A card cannot be read.
    #[error("{word}: {reason}")]
    Card {
        /// The word.
        word: String,
        /// The error.
        reason: CardError,
    },
    /// A number cannot be read.
    #[error("`{word}`: {wanted} wanted")]
    Number {
        /// The word.
        word: String,
        /// The values that are allowed.
        wanted: &'static str,
    },
    /// The game has no such member.
    #[error(transparent)]
    Game(#[from] BadName),
    /// No game reaches the position.
    #[error(transparent)]
    Impossible(#[from] BadPosition),
}

impl FromStr for State {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<State, PositionError> {
        let mut position = Position {
            game: SkullWhist::CONTEST,
            hands: [Cards::EMPTY; 2],
            bids: [None; 2],
            tricks: [0; 2],
            to_play: Player::ZERO,
            led: None,
        };
        let mut given: Vec<&str> = Vec::new();
        for word in text.split_whitespace() {
            let pair = word.split_once('=');
            let (key, value) = pair.ok_or_else(|| PositionError::NoPair(word.to_owned()))?;
            if given.contains(&key) {
                return Err(PositionError::Twice(key.to_owned()));
            }
            given.push(key);
            set(&mut position, word, key, value)?;
        }
        Ok(State::at(&position)?)
    }
}

/// Sets the part of the position that `word`, which is `key=value`, describes.
fn set(position: &mut Position, word: &str, key: &str, value: &str) -> Result<(), PositionError> {
    let card_error = |reason| PositionError::Card { word: word.to_owned(), reason };
    let number_error = |wanted| PositionError::Number { word: word.to_owned(), wanted };
    match key {
        "hand0" => position.hands[0] = value.parse().map_err(card_error)?,
        "hand1" => position.hands[1] = value.parse().map_err(card_error)?,
        "led" if value == "-" => position.led = None,
        "led" => position.led = Some(value.parse::<Card>().map_err(card_error)?),
        "to-play" => {
            position.to_play = match value {
                "0" => Player::ZERO,
                "1" => Player::ONE,
                _ => return Err(number_error("0 or 1")),
            }
        }
        "bids" => {
            let bid = |text: &str| match text {
                "-" => Some(None),
                number => number.parse().ok().map(Some),
            };
            let wanted = "two bids with a comma between, like 6,- where one is missing,";
            position.bids = two(value, bid).ok_or_else(|| number_error(wanted))?;
        }
        "tricks" => {
            let wanted = "two numbers with a comma between";
            let tricks = two(value, |text| text.parse().ok());
            position.tricks = tricks.ok_or_else(|| number_error(wanted))?;
        }
        "game" => position.game = value.parse()?,
        _ => return Err(PositionError::UnknownKey(key.to_owned())),
    }
    Ok(())
}

fn two<T>(text: &str, read: impl Fn(&str) -> Option<T>) -> Option<[T; 2]> {
    let (one, other) = text.split_once(',')?;
    Some([read(one)?, read(other)?])
}

impl fmt::Display for State {
    /// Prints the text that reads back to an equal state.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.position();
        let [zero, one] = position.hands;
        write!(f, "hand0={zero} hand1={one} to-play={}", position.to_play)?;
        if let Some(led) = position.led {
            write!(f, " led={led}")?;
        }
        let bid = |bid: Option<u8>| bid.map_or("-".to_owned(), |bid| bid.to_string());
        let [zero, one] = position.bids.map(bid);
        write!(f, " bids={zero},{one}")?;
        let [zero, one] = position.tricks;
        write!(f, " tricks={zero},{one}")?;
        if position.game != SkullWhist::CONTEST {
            write!(f, " game={}", position.game)?;
        }
        Ok(())
    }
}
