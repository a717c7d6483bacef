//! Sets of cards and sets of suits, as bits.

use std::fmt;

use super::{Card, Suit};

cardsharp_game::bit_set! {
    /// A set of cards: one bit for each card, six neighbouring bits for each suit.
    pub struct CardSet(u64) of Card;
    len: usize;
    bit: |card| card.index();
    at: |bit| Card::at(bit);
    /// The cards of a [`CardSet`], in order.
    pub struct Iter;
}

/// The six bits of the first suit.
const STACK: u64 = (1 << Card::PER_SUIT) - 1;

impl CardSet {
    /// All 60 cards.
    pub const FULL: CardSet = CardSet((1 << Card::COUNT) - 1);

    /// The cards of one suit.
    #[inline]
    #[must_use]
    pub const fn of_suit(self, suit: Suit) -> CardSet {
        CardSet(self.0 & STACK << (Card::PER_SUIT * suit.index()))
    }

    /// The suits of which the set contains a card.
    pub fn suits(self) -> SuitSet {
        Suit::ALL.into_iter().filter(|&suit| !self.of_suit(suit).is_empty()).collect()
    }

    /// The card that has `position` cards of the set before it.
    #[inline]
    pub fn nth(self, position: usize) -> Option<Card> {
        Card::at(nth_bit(self.0, position))
    }

    /// The highest card of `suit`.
    #[inline]
    pub const fn highest(self, suit: Suit) -> Option<Card> {
        self.of_suit(suit).last()
    }

    /// The highest card of every suit.
    #[must_use]
    pub fn tops(self) -> CardSet {
        let tops = Suit::ALL.into_iter().filter_map(|suit| self.highest(suit));
        tops.collect()
    }

    /// The lowest card of every suit.
    #[must_use]
    pub fn bottoms(self) -> CardSet {
        let bottoms = Suit::ALL.into_iter().filter_map(|suit| self.of_suit(suit).first());
        bottoms.collect()
    }

    /// The points of a bank that holds these cards: the sum of the highest value of every suit.
    pub fn score(self) -> u8 {
        self.tops().iter().map(Card::value).sum()
    }
}

/// The index of the set bit that has `position` set bits below it; 64 if there is none.
#[inline]
pub(super) fn nth_bit(mut bits: u64, position: usize) -> u32 {
    for _ in 0..position {
        bits &= bits.wrapping_sub(1);
    }
    bits.trailing_zeros()
}

impl fmt::Display for CardSet {
    /// The cards, separated by commas; `-` for none.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        for (position, card) in self.iter().enumerate() {
            let comma = if position > 0 { "," } else { "" };
            write!(f, "{comma}{card}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

cardsharp_game::bit_set! {
    /// A set of suits.
    pub struct SuitSet(u16) of Suit;
    len: usize;
    bit: |suit| suit.index();
    at: |bit| Some(Suit::ALL[bit as usize]);
    /// The suits of a [`SuitSet`], in order.
    pub struct SuitIter;
}

impl SuitSet {
    /// All ten suits.
    pub const FULL: SuitSet = SuitSet((1 << Suit::COUNT) - 1);
}

impl fmt::Debug for SuitSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
#[path = "../../tests/unit/rules/card_set.rs"]
mod tests;
