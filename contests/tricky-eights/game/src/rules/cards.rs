//! Ranks and cards.

use std::fmt;

use cardsharp_game::Suit;

/// A rank: 2 to 10, jack, queen, king, ace, in rising order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(u8);

impl Rank {
    /// The number of ranks.
    pub const COUNT: usize = 13;
    /// The rank that is worth points to the player who takes it.
    pub const EIGHT: Rank = Rank(6);

    /// The protocol's letters of all ranks, lowest first.
    const LETTERS: [char; Rank::COUNT] = ['2', '3', '4', '5', '6', '7', '8', '9', 't', 'j', 'q', 'k', 'a'];

    /// The rank `step` above the two; none from 13 on.
    pub const fn new(step: u8) -> Option<Rank> {
        if step < Rank::COUNT as u8 { Some(Rank(step)) } else { None }
    }

    /// The rank with this letter in the protocol.
    pub fn from_letter(letter: char) -> Option<Rank> {
        let index = Rank::LETTERS.iter().position(|&known| known == letter)?;
        Some(Rank(index as u8))
    }

    /// The distance from the two: 0 to 12.
    #[inline]
    pub const fn step(self) -> u8 {
        self.0
    }

    /// The letter of the rank in the protocol.
    pub const fn letter(self) -> char {
        Rank::LETTERS[self.0 as usize]
    }
}

/// One of the 52 cards. They are ordered by suit, then by rank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The number of cards.
    pub const COUNT: usize = Suit::COUNT * Rank::COUNT;

    /// The card of this suit and rank.
    #[inline]
    pub const fn new(suit: Suit, rank: Rank) -> Card {
        Card((suit as u8) << 4 | rank.0)
    }

    /// The card of this bit of a set. The three highest of the sixteen bits of a suit have no card.
    #[inline]
    pub(super) const fn at_bit(bit: u32) -> Card {
        Card(bit as u8)
    }

    /// The bit of the card in a set, which has sixteen bits for each suit.
    #[inline]
    pub(super) const fn bit(self) -> u32 {
        self.0 as u32
    }

    /// The index of the card among the 52, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 >> 4) as usize * Rank::COUNT + (self.0 & 15) as usize
    }

    /// Its suit.
    #[inline]
    pub const fn suit(self) -> Suit {
        Suit::ALL[(self.0 >> 4) as usize & 3]
    }

    /// Its rank.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank(self.0 & 15)
    }

    /// True if the card is worth points to the player who takes it.
    #[inline]
    pub const fn is_eight(self) -> bool {
        self.rank().0 == Rank::EIGHT.0
    }
}

impl fmt::Display for Card {
    /// The card in the protocol's form. Example: `cj` is the jack of clubs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.suit().letter(), self.rank().letter())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
