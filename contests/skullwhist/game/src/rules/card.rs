//! Cards, and the trumps.

use cardsharp_game::Suit;

/// The suit that beats the others.
pub const TRUMP: Suit = Suit::Spades;

/// A card: a suit and a value from 1, the lowest, to 13.
///
/// Stored as 16 times the suit's index plus the value less 1. This is the index of its bit in
/// [`Cards`](super::Cards).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The card of this suit with this value, if that is 1 to 13.
    pub const fn new(suit: Suit, value: u8) -> Option<Card> {
        match value {
            1..=13 => Some(Card(16 * suit as u8 + value - 1)),
            _ => None,
        }
    }

    /// The card of the bit with this index.
    pub(super) const fn at(index: u8) -> Card {
        Card(index)
    }

    /// The index of its bit, below 64.
    #[inline]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// Its suit.
    #[inline]
    pub const fn suit(self) -> Suit {
        Suit::ALL[(self.0 / 16) as usize]
    }

    /// Its value, 1 the lowest and 13 the highest.
    #[inline]
    pub const fn value(self) -> u8 {
        self.0 % 16 + 1
    }

    /// True if it takes the trick from `led`, the first card of the trick. It is then the higher
    /// card of the same suit, or a trump on another suit.
    #[inline]
    pub const fn beats(self, led: Card) -> bool {
        if self.0 / 16 == led.0 / 16 { self.0 > led.0 } else { self.0 / 16 == TRUMP as u8 }
    }
}
