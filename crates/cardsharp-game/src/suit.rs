//! The suits of a French pack.

use std::fmt;

use serde::Serialize;

/// A suit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Suit {
    /// Clubs.
    Clubs,
    /// Diamonds.
    Diamonds,
    /// Hearts.
    Hearts,
    /// Spades.
    Spades,
}

impl Suit {
    /// The number of suits.
    pub const COUNT: usize = 4;

    /// All suits, in the order in which hands are sorted. Small members of a family play with the first of these.
    pub const ALL: [Suit; Suit::COUNT] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

    /// The index in [`Suit::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The first letter of the name, in lower case.
    pub const fn letter(self) -> char {
        ['c', 'd', 'h', 's'][self.index()]
    }

    /// The sign of the suit.
    pub const fn symbol(self) -> &'static str {
        ["♣", "♦", "♥", "♠"][self.index()]
    }
}

/// The name, in lower case.
impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["clubs", "diamonds", "hearts", "spades"][self.index()])
    }
}
