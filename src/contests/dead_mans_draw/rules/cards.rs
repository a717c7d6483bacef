//! Suits and cards.

use std::fmt;

use super::Effect;

/// A suit. The order is the arena's own, which "norandom" matches show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Suit {
    /// Cards drawn before it are banked even if the turn busts.
    Anchor,
    /// A card of one's own bank comes back into the play area.
    Hook,
    /// A card of the opponent's bank is discarded.
    Cannon,
    /// With a chest it doubles what is banked.
    Key,
    /// With a key it doubles what is banked.
    Chest,
    /// One of up to three discards comes into the play area.
    Map,
    /// Shows the next card.
    Oracle,
    /// A card of the opponent's bank comes into the play area.
    Sword,
    /// Two more cards must be drawn.
    Kraken,
    /// Does nothing, and is worth two more than any other suit.
    Mermaid,
}

impl Suit {
    /// How many there are.
    pub const COUNT: usize = 10;

    /// All of them, in order.
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

    /// Its place in [`Suit::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The lowest value printed on its cards: 4 for the mermaid, 2 for the others.
    #[inline]
    pub const fn lowest_value(self) -> u8 {
        match self {
            Suit::Mermaid => 4,
            _ => 2,
        }
    }

    /// What has to be answered when a card of it is placed, if anything. Anchor, key and chest work
    /// when the turn ends; the mermaid does nothing.
    #[inline]
    pub const fn effect(self) -> Option<Effect> {
        match self {
            Suit::Hook => Some(Effect::Hook),
            Suit::Cannon => Some(Effect::Cannon),
            Suit::Map => Some(Effect::Map),
            Suit::Oracle => Some(Effect::Oracle),
            Suit::Sword => Some(Effect::Sword),
            Suit::Kraken => Some(Effect::Kraken),
            Suit::Anchor | Suit::Key | Suit::Chest | Suit::Mermaid => None,
        }
    }

    /// Its name, in lower case.
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
    /// Cards of a suit.
    pub const PER_SUIT: usize = 6;

    /// How many cards there are in all.
    pub const COUNT: usize = Suit::COUNT * Card::PER_SUIT;

    /// The card with this value, if the suit has it.
    pub const fn new(suit: Suit, value: u8) -> Option<Card> {
        let lowest = suit.lowest_value();
        if value < lowest || value >= lowest + Card::PER_SUIT as u8 {
            return None;
        }
        Some(Card((suit.index() * Card::PER_SUIT) as u8 + value - lowest))
    }

    /// The card with this [`Card::index`]; a larger number gives none.
    #[inline]
    pub(super) const fn at(index: u32) -> Option<Card> {
        if index < Card::COUNT as u32 {
            Some(Card(index as u8))
        } else {
            None
        }
    }

    /// Its place among the 60, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its suit.
    #[inline]
    pub const fn suit(self) -> Suit {
        Suit::ALL[self.0 as usize / Card::PER_SUIT]
    }

    /// The number printed on it, which is also its worth in points.
    #[inline]
    pub const fn value(self) -> u8 {
        self.suit().lowest_value() + self.step()
    }

    /// How far it is above the lowest card of its suit: 0 to 5.
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
mod tests {
    use super::*;

    #[test]
    fn every_card_has_a_number_of_its_own() {
        let mut index = 0;
        for suit in Suit::ALL {
            let values = if suit == Suit::Mermaid { 4..=9 } else { 2..=7 };
            for value in 0..=12 {
                let card = Card::new(suit, value);
                assert_eq!(card.is_some(), values.contains(&value), "{suit} {value}");
                if let Some(card) = card {
                    assert_eq!((card.suit(), card.value()), (suit, value));
                    assert_eq!(card.index(), index);
                    assert_eq!(Card::at(index as u32), Some(card));
                    index += 1;
                }
            }
        }
        assert_eq!(index, Card::COUNT);
        assert_eq!(Card::at(60), None);
    }
}
