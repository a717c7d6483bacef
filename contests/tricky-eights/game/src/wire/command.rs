//! The commands of the protocol, and their printed form.

use std::fmt;

use cardsharp_player::Player;

use crate::rules::{Card, CardSet, Row};
use crate::text::seat_letter;

/// The kind of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A round begins.
    StartHand,
    /// A card is to be taken.
    Take,
    /// A turn around the pool is over.
    AfterTake,
    /// A card is to be played.
    Play,
    /// A trick is over.
    Result,
    /// The round is over.
    EndRound,
}

impl Kind {
    /// The word that the command begins with.
    pub const fn word(self) -> &'static str {
        match self {
            Kind::StartHand => "starthand",
            Kind::Take => "take",
            Kind::AfterTake => "aftertake",
            Kind::Play => "play",
            Kind::Result => "result",
            Kind::EndRound => "endround",
        }
    }

    /// The kind of a command that begins with this word, in any of the forms that are read.
    pub(super) fn of_word(word: &str) -> Option<Kind> {
        Some(match word.to_ascii_lowercase().as_str() {
            "starthand" => Kind::StartHand,
            "take" => Kind::Take,
            "aftertake" => Kind::AfterTake,
            "play" => Kind::Play,
            "result" | "resultoftrick" | "afterplay" => Kind::Result,
            "endround" | "end" => Kind::EndRound,
            _ => return None,
        })
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A request for a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The cards of this turn or trick so far.
    pub row: Row,
    /// The contestant that is to answer: the next player of the row.
    pub player: Player,
    /// The answer, if it follows the request.
    pub answer: Option<Card>,
}

/// A message to a contestant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// A round begins.
    StartHand {
        /// The contestant's seat.
        seat: Player,
        /// The contestant's hand.
        hand: CardSet,
        /// The open pool.
        pool: CardSet,
    },
    /// The contestant is to take a card from the pool.
    Take(Request),
    /// A turn around the pool is over. These cards were taken in it.
    AfterTake(Row),
    /// The contestant is to play a card.
    Play(Request),
    /// A trick is over. These cards were played to it.
    Result(Row),
    /// The round is over.
    EndRound {
        /// The points of the round by player number, if the command contains them.
        points: Option<[u32; 4]>,
    },
}

impl Command {
    /// The kind of the command.
    pub fn kind(&self) -> Kind {
        match self {
            Command::StartHand { .. } => Kind::StartHand,
            Command::Take(_) => Kind::Take,
            Command::AfterTake(_) => Kind::AfterTake,
            Command::Play(_) => Kind::Play,
            Command::Result(_) => Kind::Result,
            Command::EndRound { .. } => Kind::EndRound,
        }
    }
}

/// Writes the pairs of seat and card, each after a blank.
fn print_row(row: &Row, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    row.pairs().try_for_each(|(player, card)| write!(f, " {} {card}", seat_letter(player)))
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        print_row(&self.row, f)?;
        write!(f, " {}", seat_letter(self.player))?;
        match self.answer {
            Some(card) => write!(f, " {card}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind().word())?;
        match self {
            Command::StartHand { seat, hand, pool } => {
                write!(f, " {} {hand} {pool}", seat_letter(*seat))
            }
            Command::Take(request) | Command::Play(request) => request.fmt(f),
            Command::AfterTake(row) | Command::Result(row) => print_row(row, f),
            Command::EndRound { points: None } => Ok(()),
            Command::EndRound { points: Some(points) } => points.iter().try_for_each(|points| write!(f, " {points}")),
        }
    }
}
