//! Cards in order, in a place of fixed size.

use std::fmt;

use super::{Card, Suit};

/// Up to `N` cards in order, stored without the heap.
#[derive(Clone, Copy)]
pub struct Row<const N: usize> {
    cards: [Card; N],
    len: u8,
}

impl<const N: usize> Row<N> {
    /// No cards.
    pub const EMPTY: Row<N> = Row { cards: [FILLER; N], len: 0 };

    /// The cards.
    #[inline]
    pub fn as_slice(&self) -> &[Card] {
        &self.cards[..usize::from(self.len)]
    }

    /// Adds a card at the end. The row must have space for it.
    #[inline]
    pub(super) fn push(&mut self, card: Card) {
        self.cards[usize::from(self.len)] = card;
        self.len += 1;
    }

    /// Takes the last card.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<Card> {
        let last = *self.as_slice().last()?;
        self.len -= 1;
        Some(last)
    }

    /// Removes the cards at the positions of `bits`, in which bit 0 is the first card. The other cards close the gaps.
    #[inline]
    pub(super) fn remove_positions(&mut self, bits: u64) {
        let mut kept = 0;
        for position in 0..usize::from(self.len) {
            if bits >> position & 1 == 0 {
                self.cards[kept] = self.cards[position];
                kept += 1;
            }
        }
        self.len = kept as u8;
    }

    #[inline]
    pub(super) fn clear(&mut self) {
        self.len = 0;
    }
}

/// The value of the places without a card. It is never read.
const FILLER: Card = match Card::at(0) {
    Some(card) => card,
    None => panic!("there is a first card"),
};

impl<const N: usize> std::ops::Deref for Row<N> {
    type Target = [Card];

    #[inline]
    fn deref(&self) -> &[Card] {
        self.as_slice()
    }
}

impl<const N: usize> PartialEq for Row<N> {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl<const N: usize> Eq for Row<N> {}

impl<const N: usize> std::hash::Hash for Row<N> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.as_slice().hash(state);
    }
}

impl<const N: usize> fmt::Debug for Row<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

/// The cards in the play area: at most one of a suit.
pub type Area = Row<{ Suit::COUNT }>;

/// A pile of cards.
pub type Pile = Row<{ Card::COUNT }>;

#[cfg(test)]
#[path = "../../tests/unit/rules/row.rs"]
mod tests;
