//! Sets of cards, as bits.

use std::fmt;

use super::{Card, Rank, Suit};

/// The bits of the cards of one suit.
const SUIT_BITS: u64 = (1 << Rank::COUNT) - 1;

cardsharp_game::bit_set! {
    /// A set of cards: sixteen bits for each suit, of which the lowest is for the two.
    pub struct CardSet(u64) of Card;
    len: usize;
    bit: |card| card.bit();
    at: |bit| Some(Card::at_bit(bit));
    /// The cards of a set, by suit and rising rank.
    pub struct Iter;
}

impl CardSet {
    /// All 52 cards.
    pub const FULL: CardSet = CardSet(SUIT_BITS | SUIT_BITS << 16 | SUIT_BITS << 32 | SUIT_BITS << 48);
    /// The four eights.
    pub const EIGHTS: CardSet = CardSet((1 | 1 << 16 | 1 << 32 | 1 << 48) << Rank::EIGHT.step());

    /// All cards of a suit.
    #[inline]
    pub const fn suit(suit: Suit) -> CardSet {
        CardSet(SUIT_BITS << (16 * suit as u32))
    }

    /// The cards of `card`'s suit that are higher than `card`.
    #[inline]
    pub const fn above(card: Card) -> CardSet {
        let higher = u64::MAX << card.bit() << 1;
        CardSet(higher & CardSet::suit(card.suit()).0)
    }

    /// The cards of `card`'s suit that are lower than `card`.
    #[inline]
    pub const fn below(card: Card) -> CardSet {
        let lower = (1 << card.bit()) - 1;
        CardSet(lower & CardSet::suit(card.suit()).0)
    }

    /// The cards of one suit.
    #[inline]
    #[must_use]
    pub const fn of_suit(self, suit: Suit) -> CardSet {
        self.intersection(CardSet::suit(suit))
    }
}

impl fmt::Display for CardSet {
    /// The cards, separated by blanks; nothing for the empty set.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, card) in self.iter().enumerate() {
            let blank = if index == 0 { "" } else { " " };
            write!(f, "{blank}{card}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

#[cfg(test)]
#[path = "../../tests/unit/rules/card_set.rs"]
mod tests;
