//! Parses cards and moves.

use std::str::FromStr;

use thiserror::Error;

use crate::rules::{Card, Cards, Move, Suit};

/// A reason why a text is no card. If several apply, the first of this list is returned. That is
/// the order in which the contest's server checked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CardError {
    /// It is not a letter and two digits.
    #[error("`{0}` is not of the form of a card: write a suit and two digits, like S07")]
    Form(String),
    /// The letter is of no suit.
    #[error("`{0}` has no suit of the game: the letter is C, D, H or S")]
    Suit(String),
    /// There is no card of that value.
    #[error("`{0}` has no value of the game: the digits are 01 to 13")]
    Value(String),
    /// A set names a card twice.
    #[error("`{0}` is named twice: every card is there once")]
    Twice(Card),
}

/// A reason why a text is no move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// The text after `bid` is no number of tricks.
    #[error("`{0}` is no bid: write bid and a number of tricks, like bid 5")]
    Bid(String),
    /// It is no card.
    #[error("{0}; a bid is written like bid 5")]
    Card(#[from] CardError),
}

impl FromStr for Card {
    type Err = CardError;

    fn from_str(text: &str) -> Result<Card, CardError> {
        let text = text.trim();
        let &[letter, tens, ones] = text.as_bytes() else {
            return Err(CardError::Form(text.to_owned()));
        };
        if !letter.is_ascii_alphabetic() || !tens.is_ascii_digit() || !ones.is_ascii_digit() {
            return Err(CardError::Form(text.to_owned()));
        }
        let named = |suit: &Suit| suit.letter() == char::from(letter.to_ascii_lowercase());
        let suit = Suit::ALL.into_iter().find(named);
        let suit = suit.ok_or_else(|| CardError::Suit(text.to_owned()))?;
        let value = 10 * (tens - b'0') + (ones - b'0');
        Card::new(suit, value).ok_or_else(|| CardError::Value(text.to_owned()))
    }
}

impl FromStr for Cards {
    type Err = CardError;

    fn from_str(text: &str) -> Result<Cards, CardError> {
        if text.trim() == "-" {
            return Ok(Cards::EMPTY);
        }
        let mut cards = Cards::EMPTY;
        for card in text.split(',') {
            let card: Card = card.parse()?;
            if cards.contains(card) {
                return Err(CardError::Twice(card));
            }
            cards = cards.with(card);
        }
        Ok(cards)
    }
}

impl FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Move, MoveError> {
        let text = text.trim();
        match text.split_once(char::is_whitespace) {
            Some((word, bid)) if word.eq_ignore_ascii_case("bid") => match bid.trim().parse() {
                Ok(bid) => Ok(Move::Bid(bid)),
                Err(_) => Err(MoveError::Bid(bid.trim().to_owned())),
            },
            None if text.eq_ignore_ascii_case("bid") => Err(MoveError::Bid(String::new())),
            _ => Ok(Move::Play(text.parse()?)),
        }
    }
}
