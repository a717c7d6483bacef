//! A player's bank.

use super::{Card, CardSet, Reach, Suit, SuitSet};

/// The cards that a player has secured. Suits are in the order in which they came. A suit that was
/// emptied comes back at the end. The cards of a suit are in the order of banking. The wire shows
/// both orders, and the automatic answers take the first suit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bank {
    cards: CardSet,
    suits: [Suit; Suit::COUNT],
    suit_count: u8,
    /// For each suit, the steps of its cards in the order of banking. A step has three bits, and
    /// the first is lowest. Bits beyond the number of cards are zero.
    stacks: [u32; Suit::COUNT],
}

/// The number of bits of a step in a stack.
const STEP: u32 = 3;

impl Bank {
    /// No cards.
    pub const EMPTY: Bank =
        Bank { cards: CardSet::EMPTY, suits: [Suit::Anchor; Suit::COUNT], suit_count: 0, stacks: [0; Suit::COUNT] };

    /// The bank after these cards were banked in this order.
    pub fn of(cards: &[Card]) -> Bank {
        let mut bank = Bank::EMPTY;
        cards.iter().for_each(|&card| bank.push(card));
        bank
    }

    /// The cards.
    #[inline]
    pub fn cards(&self) -> CardSet {
        self.cards
    }

    /// The suits, in the order in which they came.
    #[inline]
    pub fn suits(&self) -> &[Suit] {
        &self.suits[..usize::from(self.suit_count)]
    }

    /// The cards of `suit`, in the order of banking.
    pub fn stack(&self, suit: Suit) -> impl Iterator<Item = Card> + use<> {
        let steps = self.stacks[suit.index()];
        let count = self.cards.of_suit(suit).len() as u32;
        (0..count).filter_map(move |position| {
            let step = steps >> (STEP * position) & 7;
            Card::new(suit, suit.lowest_value() + step as u8)
        })
    }

    /// All cards: the suits in the order in which they came, and the cards of each in the order of banking.
    pub fn in_order(&self) -> impl Iterator<Item = Card> {
        self.suits().iter().flat_map(|&suit| self.stack(suit))
    }

    /// The highest card of every suit, in the order in which the suits came.
    pub fn tops_in_order(&self) -> impl Iterator<Item = Card> + Clone {
        let top = |&suit: &Suit| self.cards.highest(suit);
        self.suits().iter().filter_map(top)
    }

    /// The sum of the highest value of every suit.
    pub fn score(&self) -> u8 {
        self.cards.score()
    }

    /// The cards that a hook, cannon or sword may take.
    #[inline]
    pub fn within(&self, reach: Reach) -> CardSet {
        match reach {
            Reach::Top => self.cards.tops(),
            Reach::Any => self.cards,
        }
    }

    /// The cards within `reach` whose suits are not in `suits`.
    pub fn within_but(&self, reach: Reach, suits: SuitSet) -> CardSet {
        let other = |card: &Card| !suits.contains(card.suit());
        self.within(reach).iter().filter(other).collect()
    }

    #[inline]
    pub(super) fn push(&mut self, card: Card) {
        let suit = card.suit();
        let count = self.cards.of_suit(suit).len() as u32;
        if count == 0 {
            self.suits[usize::from(self.suit_count)] = suit;
            self.suit_count += 1;
        }
        self.stacks[suit.index()] |= u32::from(card.step()) << (STEP * count);
        self.cards = self.cards.with(card);
    }

    /// Removes `card`, which must be in the bank.
    #[inline]
    pub(super) fn remove(&mut self, card: Card) {
        let suit = card.suit();
        let before = self.stack(suit).take_while(|&other| other != card).count() as u32;
        let steps = &mut self.stacks[suit.index()];
        let below = *steps & ((1 << (STEP * before)) - 1);
        let above = *steps >> (STEP * (before + 1)) << (STEP * before);
        *steps = below | above;
        self.cards = self.cards.without(card);
        if self.cards.of_suit(suit).is_empty() {
            self.forget(suit);
        }
    }

    fn forget(&mut self, emptied: Suit) {
        let count = usize::from(self.suit_count);
        let mut kept = 0;
        for position in 0..count {
            let suit = self.suits[position];
            if suit != emptied {
                self.suits[kept] = suit;
                kept += 1;
            }
        }
        // Equal banks must have equal bits.
        self.suits[kept..count].fill(Suit::Anchor);
        self.suit_count = kept as u8;
    }
}

#[cfg(test)]
#[path = "../../tests/unit/rules/bank.rs"]
mod tests;
