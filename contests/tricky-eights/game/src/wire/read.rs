//! The reading of lines as commands.

use std::slice::Iter;

use cardsharp_player::Player;
use thiserror::Error;

use super::{Command, Kind, Request};
use crate::rules::{Card, CardSet, Params, Row};
use crate::text::{CardError, parse_seat, seat_letter};

/// The game of the protocol.
const GAME: Params = Params::CONTEST;

/// The reason why words make no command, or no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WireError {
    /// A line begins with a word that is no command.
    #[error("`{0}` is no command: there are starthand, take, aftertake, play, result and endround")]
    UnknownCommand(String),
    /// A word that must be a seat is none.
    #[error("{command}: `{word}` is no seat: there are n, e, s and w")]
    NotASeat {
        /// The command.
        command: Kind,
        /// The word.
        word: String,
    },
    /// A word that must be a card is none.
    #[error("{command}: {error}")]
    NotACard {
        /// The command.
        command: Kind,
        /// The error of the word.
        error: CardError,
    },
    /// A seat is out of its turn around the table.
    #[error("{command}: `{word}` is out of turn: {expected} follows")]
    OutOfTurn {
        /// The command.
        command: Kind,
        /// The seat as written.
        word: String,
        /// The seat whose turn it is.
        expected: &'static str,
    },
    /// The command ends too early.
    #[error("{command}: {wanted} is missing at the end")]
    Missing {
        /// The command.
        command: Kind,
        /// The missing part.
        wanted: &'static str,
    },
    /// A card was named before.
    #[error("{command}: {card} is named twice")]
    Twice {
        /// The command.
        command: Kind,
        /// The card.
        card: Card,
    },
    /// The pool is too small or too large.
    #[error("{command}: {cards} different cards in the pool: there must be {wanted}")]
    PoolSize {
        /// The command.
        command: Kind,
        /// The number of different cards.
        cards: usize,
        /// The number that there must be.
        wanted: u8,
    },
    /// A word is superfluous, or it should be a number.
    #[error("{command}: `{word}` makes no sense there")]
    Unexpected {
        /// The command.
        command: Kind,
        /// The word.
        word: String,
    },
    /// An answer is no card.
    #[error("the answer {0}")]
    Answer(CardError),
}

/// The commands of a line, one after the other. An invalid command is an error in its place and
/// does not affect the others.
pub fn commands(line: &str) -> impl Iterator<Item = Result<Command, WireError>> + use<> {
    let mut found: Vec<(Kind, Vec<String>)> = Vec::new();
    let mut unknown = None;
    for word in line.split_whitespace() {
        match (Kind::of_word(word), found.last_mut()) {
            (Some(kind), _) => found.push((kind, Vec::new())),
            (None, Some((_, words))) => words.push(word.to_owned()),
            (None, None) => unknown = unknown.or(Some(WireError::UnknownCommand(word.to_owned()))),
        }
    }
    let read = |(kind, words): (Kind, Vec<String>)| Words::of(kind, &words).command();
    unknown.into_iter().map(Err).chain(found.into_iter().map(read))
}

/// Reads an answer, which is a card.
///
/// # Errors
///
/// [`WireError::Answer`] if the line is no card, or more than one.
pub fn parse_answer(line: &str) -> Result<Card, WireError> {
    line.parse().map_err(WireError::Answer)
}

/// The words after a command's own word.
struct Words<'a> {
    command: Kind,
    words: Iter<'a, String>,
}

impl<'a> Words<'a> {
    fn of(command: Kind, words: &'a [String]) -> Words<'a> {
        Words { command, words: words.iter() }
    }

    fn command(mut self) -> Result<Command, WireError> {
        Ok(match self.command {
            Kind::StartHand => self.start_hand()?,
            Kind::Take => Command::Take(self.request()?),
            Kind::AfterTake => Command::AfterTake(self.whole_row()?),
            Kind::Play => Command::Play(self.request()?),
            Kind::Result => Command::Result(self.whole_row()?),
            Kind::EndRound => Command::EndRound { points: self.points()? },
        })
    }

    fn missing(&self, wanted: &'static str) -> WireError {
        WireError::Missing { command: self.command, wanted }
    }

    fn seat(&mut self) -> Result<Player, WireError> {
        let word = self.words.next().ok_or_else(|| self.missing("a seat"))?;
        self.seat_of(word)
    }

    fn seat_of(&self, word: &str) -> Result<Player, WireError> {
        parse_seat(word).ok_or_else(|| WireError::NotASeat { command: self.command, word: word.to_owned() })
    }

    fn card_of(&self, word: &str) -> Result<Card, WireError> {
        word.parse().map_err(|error| WireError::NotACard { command: self.command, error })
    }

    fn start_hand(&mut self) -> Result<Command, WireError> {
        let command = self.command;
        let seat = self.seat()?;
        let mut hand = CardSet::EMPTY;
        for _ in 0..GAME.dealt() {
            let word = self.words.next().ok_or_else(|| self.missing("a card"))?;
            let card = self.card_of(word)?;
            if hand.contains(card) {
                return Err(WireError::Twice { command, card });
            }
            hand = hand.with(card);
        }
        let mut pool = CardSet::EMPTY;
        while let Some(word) = self.words.next() {
            // The document's own example repeats two cards.
            pool = pool.with(self.card_of(word)?);
        }
        if let Some(card) = pool.intersection(hand).first() {
            return Err(WireError::Twice { command, card });
        }
        if pool.len() != usize::from(GAME.pool()) {
            return Err(WireError::PoolSize { command, cards: pool.len(), wanted: GAME.pool() });
        }
        Ok(Command::StartHand { seat, hand, pool })
    }

    /// Reads pairs of seat and card, clockwise. Also returns the seat after them, if there is one without a card.
    fn row(&mut self) -> Result<(Row, Option<Player>), WireError> {
        let mut row: Option<Row> = None;
        while let Some(word) = self.words.next() {
            let seat = self.seat_of(word)?;
            let row = row.get_or_insert_with(|| Row::new(seat, GAME.players()));
            match row.to_act() {
                Some(expected) if expected == seat => {}
                Some(expected) => {
                    return Err(WireError::OutOfTurn {
                        command: self.command,
                        word: word.clone(),
                        expected: seat_letter(expected),
                    });
                }
                None => return Err(self.unexpected(word)),
            }
            let Some(word) = self.words.next() else {
                return Ok((row.clone(), Some(seat)));
            };
            let card = self.card_of(word)?;
            if row.cards().contains(&card) {
                let command = self.command;
                return Err(WireError::Twice { command, card });
            }
            row.push(card);
        }
        let row = row.ok_or_else(|| self.missing("a seat"))?;
        Ok((row, None))
    }

    fn request(&mut self) -> Result<Request, WireError> {
        let (row, player) = self.row()?;
        if let Some(player) = player {
            return Ok(Request { row, player, answer: None });
        }
        // The last pair is the contestant that was to answer, and the answer.
        let mut before = Row::new(row.leader(), GAME.players());
        let mut last = (row.leader(), None);
        for (player, card) in row.pairs() {
            if let (_, Some(earlier)) = last {
                before.push(earlier);
            }
            last = (player, Some(card));
        }
        Ok(Request { row: before, player: last.0, answer: last.1 })
    }

    fn whole_row(&mut self) -> Result<Row, WireError> {
        match self.row()? {
            (row, None) if row.is_full() => Ok(row),
            (_, None) => Err(self.missing("a seat")),
            (_, Some(_)) => Err(self.missing("a card")),
        }
    }

    fn points(&mut self) -> Result<Option<[u32; 4]>, WireError> {
        let mut points = [0; 4];
        if self.words.len() == 0 {
            return Ok(None);
        }
        for place in &mut points {
            let word = self.words.next().ok_or_else(|| self.missing("a number"))?;
            *place = word.parse().map_err(|_| self.unexpected(word))?;
        }
        match self.words.next() {
            Some(word) => Err(self.unexpected(word)),
            None => Ok(Some(points)),
        }
    }

    fn unexpected(&self, word: &str) -> WireError {
        WireError::Unexpected { command: self.command, word: word.to_owned() }
    }
}
