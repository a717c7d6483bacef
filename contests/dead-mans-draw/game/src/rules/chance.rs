//! Chance as a parameter: the caller decides its outcomes.

use rand::Rng;
use thiserror::Error;

use super::Suit;
use super::card_set::nth_bit;

/// The kind of a chance event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChanceEvent {
    /// The player who starts: 0 or 1.
    Starter,
    /// The next card, among the cards of unknown order in the draw pile, by suit and value.
    NextCard,
    /// The discards that a map offers, by their positions in the discard pile.
    Offered,
    /// The discards that come with chest and key, by their positions in the discard pile.
    Bonus,
}

/// Decides the chance events. It is never asked for an event with only one outcome.
pub trait Chance {
    /// Returns one of `among` equally likely outcomes, which are at least two: a number below `among`.
    fn one(&mut self, event: ChanceEvent, among: usize) -> usize;

    /// Returns `taken` different numbers below `among`. Every set is equally likely. `taken` is 1 to 10 and `among` 2
    /// to 60. The order is the order shown. Of the rules, only the automatic answers depend on it.
    ///
    /// The default asks [`Chance::one`] for each number among those that are left.
    fn some(&mut self, event: ChanceEvent, taken: usize, among: usize) -> Selection {
        let mut left = u64::MAX >> (64 - among);
        let mut selection = Selection::default();
        for gone in 0..taken {
            let choice = match among - gone {
                1 => 0,
                several => self.one(event, several),
            };
            let position = nth_bit(left, choice);
            left &= !(1 << position);
            selection.push(position as u8);
        }
        selection
    }
}

impl<C: Chance + ?Sized> Chance for &mut C {
    fn one(&mut self, event: ChanceEvent, among: usize) -> usize {
        (**self).one(event, among)
    }

    fn some(&mut self, event: ChanceEvent, taken: usize, among: usize) -> Selection {
        (**self).some(event, taken, among)
    }
}

/// Different positions in a pile, in the order of taking: at most as many as there are suits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    positions: [u8; Suit::COUNT],
    len: u8,
}

impl Selection {
    /// The first `taken` positions.
    pub fn front(taken: usize) -> Selection {
        let mut selection = Selection::default();
        (0..taken).for_each(|position| selection.push(position as u8));
        selection
    }

    pub(super) fn push(&mut self, position: u8) {
        self.positions[usize::from(self.len)] = position;
        self.len += 1;
    }

    /// The positions.
    #[inline]
    pub fn as_slice(&self) -> &[u8] {
        &self.positions[..usize::from(self.len)]
    }

    /// The positions as a set with one bit for each.
    #[inline]
    pub(super) fn bits(&self) -> u64 {
        let bit = |&position: &u8| 1u64 << position;
        self.as_slice().iter().map(bit).fold(0, |all, bit| all | bit)
    }
}

/// Chance from a random generator.
#[derive(Clone, Debug)]
pub struct Dice<R>(pub R);

impl<R: Rng> Chance for Dice<R> {
    #[inline]
    fn one(&mut self, _: ChanceEvent, among: usize) -> usize {
        // Sampling 32 bits is faster than sampling 64, and there are at most 60 outcomes.
        self.0.random_range(0..among as u32) as usize
    }
}

/// Chance that always takes the first outcome, as in the arena's matches with the seed "norandom".
///
/// Thus player 0 starts, and the default draw pile is in the order of the suits with rising values.
/// Discards are taken from the front of the pile.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoRandom;

impl Chance for NoRandom {
    fn one(&mut self, _: ChanceEvent, _: usize) -> usize {
        0
    }
}

/// Chance from a script, for tests and replays. If the script cannot be followed, the first outcome
/// is taken, and [`Script::finish`] reports it.
#[derive(Clone, Debug)]
pub struct Script {
    outcomes: Vec<usize>,
    followed: usize,
    fault: Option<BadScript>,
}

/// The reason why a script did not fit the events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BadScript {
    /// There were more events than outcomes in the script.
    #[error("the script has no more outcomes, but one of {among} is asked for: write it down")]
    TooShort {
        /// The number of outcomes of the event.
        among: usize,
    },
    /// The event does not have the script's outcome.
    #[error("outcome {outcome} is asked of {among}: write a number below {among}")]
    NoSuchOutcome {
        /// The outcome in the script.
        outcome: usize,
        /// The number of outcomes of the event.
        among: usize,
    },
    /// Outcomes of the script were not asked for.
    #[error("{left} outcomes of the script were not asked for: take them out")]
    TooLong {
        /// The number of outcomes left.
        left: usize,
    },
}

impl Script {
    /// A script of these outcomes, in order, one for each call of [`Chance::one`].
    pub fn new(outcomes: impl Into<Vec<usize>>) -> Script {
        Script { outcomes: outcomes.into(), followed: 0, fault: None }
    }

    /// Checks that every event had an outcome in the script, and that every outcome was used.
    pub fn finish(self) -> Result<(), BadScript> {
        match (self.fault, self.outcomes.len() - self.followed) {
            (Some(fault), _) => Err(fault),
            (None, 0) => Ok(()),
            (None, left) => Err(BadScript::TooLong { left }),
        }
    }
}

impl Chance for Script {
    fn one(&mut self, _: ChanceEvent, among: usize) -> usize {
        let Some(&outcome) = self.outcomes.get(self.followed) else {
            self.fault.get_or_insert(BadScript::TooShort { among });
            return 0;
        };
        self.followed += 1;
        if outcome < among {
            return outcome;
        }
        self.fault.get_or_insert(BadScript::NoSuchOutcome { outcome, among });
        0
    }
}

#[cfg(test)]
#[path = "../../tests/unit/rules/chance.rs"]
mod tests;
