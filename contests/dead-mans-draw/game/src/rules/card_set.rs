//! Sets of cards and sets of suits, as bits.

use std::fmt;

use super::{Card, Suit};

/// A set of cards: one bit for each card, six neighbouring bits for each suit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct CardSet(u64);

/// The six bits of the first suit.
const STACK: u64 = (1 << Card::PER_SUIT) - 1;

impl CardSet {
    /// No card.
    pub const EMPTY: CardSet = CardSet(0);

    /// All 60 cards.
    pub const FULL: CardSet = CardSet((1 << Card::COUNT) - 1);

    /// The number of cards.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// True if the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// True if the set contains `card`.
    #[inline]
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.index() & 1 == 1
    }

    /// True if the set contains every card of `other`.
    #[inline]
    pub const fn contains_all(self, other: CardSet) -> bool {
        other.0 & !self.0 == 0
    }

    /// The set with `card` added.
    #[inline]
    #[must_use]
    pub const fn with(self, card: Card) -> CardSet {
        CardSet(self.0 | 1 << card.index())
    }

    /// The set with `card` removed.
    #[inline]
    #[must_use]
    pub const fn without(self, card: Card) -> CardSet {
        CardSet(self.0 & !(1 << card.index()))
    }

    /// The cards that are in either set.
    #[inline]
    #[must_use]
    pub const fn union(self, other: CardSet) -> CardSet {
        CardSet(self.0 | other.0)
    }

    /// The cards that are not in `other`.
    #[inline]
    #[must_use]
    pub const fn minus(self, other: CardSet) -> CardSet {
        CardSet(self.0 & !other.0)
    }

    /// The cards of one suit.
    #[inline]
    #[must_use]
    pub const fn of_suit(self, suit: Suit) -> CardSet {
        CardSet(self.0 & STACK << (Card::PER_SUIT * suit.index()))
    }

    /// The suits of which the set contains a card.
    pub fn suits(self) -> SuitSet {
        Suit::ALL
            .into_iter()
            .filter(|&suit| !self.of_suit(suit).is_empty())
            .collect()
    }

    /// The last card: the highest of the last suit; none if the set is empty.
    #[inline]
    pub const fn last(self) -> Option<Card> {
        match self.0.checked_ilog2() {
            Some(index) => Card::at(index),
            None => None,
        }
    }

    /// The first card: the lowest of the first suit; none if the set is empty.
    #[inline]
    pub const fn first(self) -> Option<Card> {
        Card::at(self.0.trailing_zeros())
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

    /// The cards, in order.
    #[inline]
    pub fn iter(self) -> Iter {
        Iter(self)
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

/// The cards of a [`CardSet`], in order.
#[derive(Clone, Debug)]
pub struct Iter(CardSet);

impl Iterator for Iter {
    type Item = Card;

    #[inline]
    fn next(&mut self) -> Option<Card> {
        let card = self.0.first()?;
        self.0 = self.0.without(card);
        Some(card)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for Iter {}

impl IntoIterator for CardSet {
    type Item = Card;
    type IntoIter = Iter;

    fn into_iter(self) -> Iter {
        self.iter()
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<T: IntoIterator<Item = Card>>(cards: T) -> Self {
        cards.into_iter().fold(CardSet::EMPTY, CardSet::with)
    }
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

/// A set of suits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SuitSet(u16);

impl SuitSet {
    /// No suit.
    pub const EMPTY: SuitSet = SuitSet(0);

    /// All ten suits.
    pub const FULL: SuitSet = SuitSet((1 << Suit::COUNT) - 1);

    /// True if the set contains `suit`.
    #[inline]
    pub const fn contains(self, suit: Suit) -> bool {
        self.0 >> suit.index() & 1 == 1
    }

    /// The set with `suit` added.
    #[must_use]
    pub const fn with(self, suit: Suit) -> SuitSet {
        SuitSet(self.0 | 1 << suit.index())
    }

    /// The set with `suit` removed.
    #[must_use]
    pub const fn without(self, suit: Suit) -> SuitSet {
        SuitSet(self.0 & !(1 << suit.index()))
    }

    /// The number of suits.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// True if the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The suits, in order.
    pub fn iter(self) -> impl Iterator<Item = Suit> {
        Suit::ALL.into_iter().filter(move |&suit| self.contains(suit))
    }
}

impl FromIterator<Suit> for SuitSet {
    fn from_iter<T: IntoIterator<Item = Suit>>(suits: T) -> Self {
        suits.into_iter().fold(SuitSet::EMPTY, SuitSet::with)
    }
}

impl fmt::Debug for SuitSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_full_set_scores_every_highest_card() {
        assert_eq!(CardSet::FULL.len(), 60);
        assert_eq!(CardSet::FULL.tops().len(), 10);
        assert_eq!(CardSet::FULL.score(), 9 * 7 + 9);
        assert_eq!(CardSet::FULL.bottoms().score(), 9 * 2 + 4);
        assert_eq!(CardSet::EMPTY.score(), 0);
    }

    #[test]
    fn nth_agrees_with_iteration() {
        let every_third: CardSet = CardSet::FULL.iter().filter(|card| card.index() % 3 == 1).collect();
        for (position, card) in every_third.iter().enumerate() {
            assert_eq!(every_third.nth(position), Some(card));
        }
        assert_eq!(every_third.nth(every_third.len()), None);
        assert_eq!(CardSet::EMPTY.nth(0), None);
    }
}
