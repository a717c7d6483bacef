//! Sets of cards.

use super::{Card, Suit};

cardsharp_game::bit_set! {
    /// A set of cards, with one bit per card and 16 bits per suit, in the order in which hands are sorted.
    pub struct Cards(u64) of Card;
    len: u8;
    bit: |card| card.index();
    at: |bit| Some(Card::at(bit as u8));
    /// The cards of a set, in order.
    pub struct CardsInOrder;
}

impl Cards {
    /// The bits. Bit `16 s + v - 1` is the card of suit `s` and value `v`.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
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
}
