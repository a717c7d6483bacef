//! Moves and ranks as a person types and reads them.
//!
//! A move is the rank of a card, or `c` (challenge), `a` (accept), `r` (reject), or those words.

use thiserror::Error;

use super::rules::{Move, Params, Rank};

/// A text that is no move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is no move: write the rank of a card, c (challenge), a (accept) or r (reject)")]
pub struct MoveError(String);

/// Reads a move: a rank, `c`, `a`, `r`, or `challenge`, `accept`, `reject`. It does not check that the move is legal.
pub fn parse_move(text: &str) -> Result<Move, MoveError> {
    match text.trim().to_ascii_lowercase().as_str() {
        "c" | "challenge" | "offer" => Ok(Move::Offer),
        "a" | "accept" => Ok(Move::Accept),
        "r" | "reject" => Ok(Move::Reject),
        other => match parse_rank(other) {
            Some(rank) => Ok(Move::Play(rank)),
            None => Err(MoveError(text.trim().to_owned())),
        },
    }
}

/// Prints the move as text: a rank, `challenge`, `accept` or `reject`.
pub fn print_move(chosen: Move) -> String {
    match chosen {
        Move::Play(rank) => rank.to_string(),
        Move::Offer => "challenge".to_owned(),
        Move::Accept => "accept".to_owned(),
        Move::Reject => "reject".to_owned(),
    }
}

/// Reads a rank of the contest's game.
pub fn parse_rank(text: &str) -> Option<Rank> {
    let rank = Rank::from_integer(text.parse().ok()?)?;
    (rank.value() <= Params::CONTEST.ranks()).then_some(rank)
}

#[cfg(test)]
#[path = "../tests/unit/text.rs"]
mod tests;
