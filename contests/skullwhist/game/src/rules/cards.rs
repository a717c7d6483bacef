//! Sets of cards.

use super::{Card, Suit};

/// A set of cards, with one bit per card and 16 bits per suit, in the order in which hands are
/// sorted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Cards(u64);

impl Cards {
    /// No cards.
    pub const EMPTY: Cards = Cards(0);

    /// The bits. Bit `16 s + v - 1` is the card of suit `s` and value `v`.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The number of cards.
    #[inline]
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// True if there are none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// True if `card` is among them.
    #[inline]
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.index() & 1 == 1
    }

    /// These cards and `card`.
    #[inline]
    #[must_use]
    pub const fn with(self, card: Card) -> Cards {
        Cards(self.0 | 1 << card.index())
    }

    /// These cards without `card`.
    #[inline]
    #[must_use]
    pub const fn without(self, card: Card) -> Cards {
        Cards(self.0 & !(1 << card.index()))
    }

    /// The cards in either set.
    #[inline]
    #[must_use]
    pub const fn union(self, other: Cards) -> Cards {
        Cards(self.0 | other.0)
    }

    /// The cards in both sets.
    #[inline]
    #[must_use]
    pub const fn both(self, other: Cards) -> Cards {
        Cards(self.0 & other.0)
    }

    /// The cards that are not in `other`.
    #[inline]
    #[must_use]
    pub const fn minus(self, other: Cards) -> Cards {
        Cards(self.0 & !other.0)
    }

    /// The cards of `suit`.
    #[inline]
    #[must_use]
    pub const fn of_suit(self, suit: Suit) -> Cards {
        Cards(self.0 & 0xffff << (16 * suit.index()))
    }

    /// The cards of `card`'s suit that are higher.
    #[inline]
    #[must_use]
    pub const fn above(self, card: Card) -> Cards {
        let higher = !1u64 << card.index();
        Cards(self.of_suit(card.suit()).0 & higher)
    }

    /// The cards of `card`'s suit that are lower.
    #[inline]
    #[must_use]
    pub const fn below(self, card: Card) -> Cards {
        let lower = (1u64 << card.index()) - 1;
        Cards(self.of_suit(card.suit()).0 & lower)
    }

    /// The cards that may be played from this hand if `led` is on the table: the led suit as long
    /// as there are cards of it. All cards if nothing is led.
    #[inline]
    #[must_use]
    pub const fn playable(self, led: Option<Card>) -> Cards {
        let Some(led) = led else { return self };
        let following = self.of_suit(led.suit());
        if following.is_empty() { self } else { following }
    }

    /// The first card in order: of one suit, the lowest.
    #[inline]
    pub const fn first(self) -> Option<Card> {
        match self.0 {
            0 => None,
            bits => Some(Card::at(bits.trailing_zeros() as u8)),
        }
    }

    /// The last card in order: of one suit, the highest.
    #[inline]
    pub const fn last(self) -> Option<Card> {
        match self.0 {
            0 => None,
            bits => Some(Card::at(63 - bits.leading_zeros() as u8)),
        }
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<T: IntoIterator<Item = Card>>(cards: T) -> Self {
        cards.into_iter().fold(Cards::EMPTY, Cards::with)
    }
}

impl IntoIterator for Cards {
    type Item = Card;
    type IntoIter = CardsInOrder;

    fn into_iter(self) -> CardsInOrder {
        CardsInOrder(self)
    }
}

/// The cards of a set, in order.
#[derive(Clone, Debug)]
pub struct CardsInOrder(Cards);

impl Iterator for CardsInOrder {
    type Item = Card;

    #[inline]
    fn next(&mut self) -> Option<Card> {
        let card = self.0.first()?;
        self.0 = self.0.without(card);
        Some(card)
    }
}

impl DoubleEndedIterator for CardsInOrder {
    fn next_back(&mut self) -> Option<Card> {
        let card = self.0.last()?;
        self.0 = self.0.without(card);
        Some(card)
    }
}
