//! Cards and seats as text, in the form of the protocol, which people type and read too. A card is
//! the letter of its suit (`c`, `d`, `h`, `s`) followed by its rank (`2` to `9`, `t`, `j`, `q`,
//! `k`, `a`). A seat is `n`, `e`, `s` or `w`. Case does not matter, and a ten may be written `10`.
//! The cards of a set are separated by commas or blanks, and `-` is the empty set.

use std::str::FromStr;

use cardsharp_player::Player;
use thiserror::Error;

use super::rules::{Card, CardSet, MAX_PLAYERS, Rank, Suit};

/// The reason why a text is no card.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is no card: write suit and rank, as in cj or h9")]
pub struct CardError(pub String);

/// The reason why a text is no set of cards.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CardSetError {
    /// A word of the text is no card.
    #[error(transparent)]
    Card(#[from] CardError),
    /// The text contains a card twice.
    #[error("{0} is named twice: leave one out")]
    Twice(Card),
}

impl FromStr for Card {
    type Err = CardError;

    fn from_str(text: &str) -> Result<Card, CardError> {
        let word = text.trim().to_ascii_lowercase();
        let card = || {
            let mut letters = word.chars();
            let letter = letters.next()?;
            let suit = Suit::ALL.into_iter().find(|suit| suit.letter() == letter)?;
            let rank = match letters.as_str() {
                "10" => 't',
                rank => {
                    let mut rank = rank.chars();
                    rank.next().filter(|_| rank.next().is_none())?
                }
            };
            Some(Card::new(suit, Rank::from_letter(rank)?))
        };
        card().ok_or_else(|| CardError(text.trim().to_owned()))
    }
}

impl FromStr for CardSet {
    type Err = CardSetError;

    fn from_str(text: &str) -> Result<CardSet, CardSetError> {
        let mut set = CardSet::EMPTY;
        if text.trim() == "-" {
            return Ok(set);
        }
        let words = text.split(|character: char| character == ',' || character.is_whitespace());
        for word in words.filter(|word| !word.is_empty()) {
            let card = word.parse()?;
            if set.contains(card) {
                return Err(CardSetError::Twice(card));
            }
            set = set.with(card);
        }
        Ok(set)
    }
}

/// Letters and names of the seats, clockwise by player number.
const SEATS: [(&str, &str); MAX_PLAYERS] = [("n", "north"), ("e", "east"), ("s", "south"), ("w", "west")];

/// The letter of a player's seat.
pub fn seat_letter(player: Player) -> &'static str {
    SEATS[player.index() % MAX_PLAYERS].0
}

/// The name of a player's seat.
pub fn seat_name(player: Player) -> &'static str {
    SEATS[player.index() % MAX_PLAYERS].1
}

/// The player in the seat with this letter.
pub fn parse_seat(text: &str) -> Option<Player> {
    let mut seats = SEATS.iter();
    let index = seats.position(|(letter, _)| letter.eq_ignore_ascii_case(text))?;
    Some(Player::new(index as u8))
}

#[cfg(test)]
#[path = "../tests/unit/text.rs"]
mod tests;
