//! Sets of cards, as bits.

use std::fmt;

use super::{Card, Rank, Suit};

/// The bits of the cards of one suit.
const SUIT_BITS: u64 = (1 << Rank::COUNT) - 1;

/// A set of cards: sixteen bits for each suit, of which the lowest is for the two.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct CardSet(u64);

impl CardSet {
    /// No card.
    pub const EMPTY: CardSet = CardSet(0);
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

    /// True if the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of cards.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// True if the set contains this card.
    #[inline]
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.bit() & 1 == 1
    }

    /// The set with this card added.
    #[inline]
    #[must_use]
    pub const fn with(self, card: Card) -> CardSet {
        CardSet(self.0 | 1 << card.bit())
    }

    /// The set with this card removed.
    #[inline]
    #[must_use]
    pub const fn without(self, card: Card) -> CardSet {
        CardSet(self.0 & !(1 << card.bit()))
    }

    /// The cards that are in either set.
    #[inline]
    #[must_use]
    pub const fn union(self, other: CardSet) -> CardSet {
        CardSet(self.0 | other.0)
    }

    /// The cards that are in both sets.
    #[inline]
    #[must_use]
    pub const fn intersection(self, other: CardSet) -> CardSet {
        CardSet(self.0 & other.0)
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
        self.intersection(CardSet::suit(suit))
    }

    /// The lowest card of the set's first suit; none if the set is empty.
    #[inline]
    pub const fn first(self) -> Option<Card> {
        match self.0 {
            0 => None,
            bits => Some(Card::at_bit(bits.trailing_zeros())),
        }
    }

    /// The highest card of the set's last suit; none if the set is empty.
    #[inline]
    pub const fn last(self) -> Option<Card> {
        match self.0 {
            0 => None,
            bits => Some(Card::at_bit(63 - bits.leading_zeros())),
        }
    }

    /// The cards, by suit and rising rank.
    #[inline]
    pub const fn iter(self) -> Iter {
        Iter(self)
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> CardSet {
        cards.into_iter().fold(CardSet::EMPTY, CardSet::with)
    }
}

impl IntoIterator for CardSet {
    type Item = Card;
    type IntoIter = Iter;

    fn into_iter(self) -> Iter {
        self.iter()
    }
}

/// The cards of a set, by suit and rising rank.
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
mod tests {
    use super::*;

    #[test]
    fn sets_agree_with_lists() {
        let all: Vec<Card> = CardSet::FULL.iter().collect();
        assert_eq!(all.len(), Card::COUNT);
        for (index, &card) in all.iter().enumerate() {
            assert_eq!(card.index(), index);
            assert_eq!(Card::new(card.suit(), card.rank()), card);
            let same = |other: &Card| other.suit() == card.suit();
            let of = |wanted: &dyn Fn(&Card) -> bool| -> CardSet {
                all.iter().copied().filter(same).filter(wanted).collect()
            };
            assert_eq!(CardSet::above(card), of(&|other| other.rank() > card.rank()));
            assert_eq!(CardSet::below(card), of(&|other| other.rank() < card.rank()));
            assert_eq!(CardSet::EIGHTS.contains(card), card.is_eight());
        }
        assert_eq!(
            (all.first(), all.last()),
            (CardSet::FULL.first().as_ref(), CardSet::FULL.last().as_ref())
        );
        assert_eq!(CardSet::EIGHTS.to_string(), "c8 d8 h8 s8");
    }
}
