//! Suits and cards.

use std::fmt;

/// A suit. The order is that of the arena, which matches with the seed "norandom" show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Suit {
    /// Cards drawn before it are banked even if the turn busts.
    Anchor,
    /// A card of the player's own bank comes back into the play area.
    Hook,
    /// A card of the opponent's bank is discarded.
    Cannon,
    /// With a chest, it doubles the number of cards banked.
    Key,
    /// With a key, it doubles the number of cards banked.
    Chest,
    /// One of up to three discards comes into the play area.
    Map,
    /// The next card is shown.
    Oracle,
    /// A card of the opponent's bank comes into the play area.
    Sword,
    /// Two more cards must be drawn.
    Kraken,
    /// It does nothing, and is worth two points more than the other suits.
    Mermaid,
}

impl Suit {
    /// The number of suits.
    pub const COUNT: usize = 10;

    /// All suits, in order.
    pub const ALL: [Suit; Suit::COUNT] = [
        Suit::Anchor,
        Suit::Hook,
        Suit::Cannon,
        Suit::Key,
        Suit::Chest,
        Suit::Map,
        Suit::Oracle,
        Suit::Sword,
        Suit::Kraken,
        Suit::Mermaid,
    ];

    /// The index in [`Suit::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The lowest value of its cards: 4 for the mermaid, 2 for the others.
    #[inline]
    pub const fn lowest_value(self) -> u8 {
        match self {
            Suit::Mermaid => 4,
            _ => 2,
        }
    }

    /// The name of the suit, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Suit::Anchor => "anchor",
            Suit::Hook => "hook",
            Suit::Cannon => "cannon",
            Suit::Key => "key",
            Suit::Chest => "chest",
            Suit::Map => "map",
            Suit::Oracle => "oracle",
            Suit::Sword => "sword",
            Suit::Kraken => "kraken",
            Suit::Mermaid => "mermaid",
        }
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One of the 60 cards. They are ordered by suit, then by value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The number of cards of a suit.
    pub const PER_SUIT: usize = 6;

    /// The number of all cards.
    pub const COUNT: usize = Suit::COUNT * Card::PER_SUIT;

    /// The card with this value; none if the suit does not have it.
    pub const fn new(suit: Suit, value: u8) -> Option<Card> {
        let lowest = suit.lowest_value();
        if value < lowest || value >= lowest + Card::PER_SUIT as u8 {
            return None;
        }
        Some(Card((suit.index() * Card::PER_SUIT) as u8 + value - lowest))
    }

    /// The card with this [`Card::index`]; none for a larger number.
    #[inline]
    pub(super) const fn at(index: u32) -> Option<Card> {
        if index < Card::COUNT as u32 { Some(Card(index as u8)) } else { None }
    }

    /// The index of the card among the 60, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The suit of the card.
    #[inline]
    pub const fn suit(self) -> Suit {
        Suit::ALL[self.0 as usize / Card::PER_SUIT]
    }

    /// The value printed on the card, which is also its points.
    #[inline]
    pub const fn value(self) -> u8 {
        self.suit().lowest_value() + self.step()
    }

    /// The distance from the lowest card of the suit: 0 to 5.
    #[inline]
    pub(super) const fn step(self) -> u8 {
        self.0 % Card::PER_SUIT as u8
    }
}

impl fmt::Display for Card {
    /// Suit and value: `kraken-5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.suit(), self.value())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
#[path = "../../tests/unit/rules/cards.rs"]
mod tests;
