//! What counting cards tells.

use super::Sight;
use crate::contests::skullwhist::rules::{Card, Cards, Suit};

/// What one holds, and what the other may hold.
#[derive(Clone, Copy, Debug)]
pub struct Count {
    /// One's own hand.
    pub hand: Cards,
    /// What the other may hold.
    pub possible: Cards,
    /// How likely he holds any one of these.
    density: f64,
}

impl Count {
    /// What `sight` tells.
    pub fn of(sight: &Sight) -> Count {
        let possible = sight.possible();
        Count {
            hand: sight.hand,
            possible,
            density: f64::from(sight.other_holds()) / f64::from(possible.len().max(1)),
        }
    }

    /// Whether the other can hold no higher card of the suit.
    pub fn is_high(&self, card: Card) -> bool {
        self.possible.above(card).is_empty()
    }

    /// How many cards of `card`'s suit the hand has.
    pub fn length(&self, card: Card) -> u8 {
        self.hand.of_suit(card.suit()).len()
    }

    /// How many cards of `suit` the other is expected to hold.
    pub fn others(&self, suit: Suit) -> f64 {
        f64::from(self.possible.of_suit(suit).len()) * self.density
    }
}
