//! The information from counting cards.

use super::Observation;
use crate::rules::{Card, Cards, Suit};

/// The own hand, and the cards that the other player may hold.
#[derive(Clone, Copy, Debug)]
pub struct Count {
    /// The own hand.
    pub hand: Cards,
    /// The cards that the other player may hold.
    pub possible: Cards,
    /// The probability that the other player holds any one of them.
    density: f64,
}

impl Count {
    /// The count for the information `observation`.
    pub fn of(observation: &Observation) -> Count {
        let possible = observation.possible();
        Count {
            hand: observation.hand,
            possible,
            density: f64::from(observation.other_holds()) / f64::from(possible.len().max(1)),
        }
    }

    /// True if the other player cannot hold a higher card of the suit.
    pub fn is_high(&self, card: Card) -> bool {
        self.possible.above(card).is_empty()
    }

    /// The number of cards of `card`'s suit in the hand.
    pub fn length(&self, card: Card) -> u8 {
        self.hand.of_suit(card.suit()).len()
    }

    /// The expected number of cards of `suit` in the other's hand.
    pub fn others(&self, suit: Suit) -> f64 {
        f64::from(self.possible.of_suit(suit).len()) * self.density
    }
}
