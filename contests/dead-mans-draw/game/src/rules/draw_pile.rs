//! The draw pile: its cards, and the part of its order that has been decided.

use super::{Card, CardSet, Chance, ChanceEvent, Pile};

/// The draw pile. Chance decides its order as late as possible: a card of unknown order is chosen
/// when it is drawn or shown. A pile of which nothing was seen is therefore a set, which is also
/// what a solver knows of it. A pile that was laid out beforehand is an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DrawPile {
    cards: CardSet,
    /// The cards of known order, the next one last. They lie above all other cards.
    known: Pile,
}

impl DrawPile {
    /// A pile with the cards of `known` on top, the next one first. The cards of `unseen` are under
    /// them in unknown order. No card may be in both.
    pub(super) fn new(known: &[Card], unseen: CardSet) -> DrawPile {
        let mut pile = DrawPile { cards: known.iter().copied().collect::<CardSet>().union(unseen), known: Pile::EMPTY };
        known.iter().rev().for_each(|&card| pile.known.push(card));
        pile
    }

    /// The cards in the pile.
    #[inline]
    pub fn cards(&self) -> CardSet {
        self.cards
    }

    /// The number of cards in the pile.
    #[inline]
    pub fn len(&self) -> usize {
        self.cards.len()
    }

    /// True if the pile is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }

    /// The cards on top whose order is known, the next one first.
    pub fn known(&self) -> impl DoubleEndedIterator<Item = Card> + ExactSizeIterator {
        self.known.iter().rev().copied()
    }

    /// The next card, if it is known.
    #[inline]
    pub fn next_known(&self) -> Option<Card> {
        self.known.last().copied()
    }

    /// The cards of unknown order. Each is equally likely to come after the known ones. Chance
    /// returns the index of one of them in this set.
    pub fn unseen(&self) -> CardSet {
        self.known.iter().copied().fold(self.cards, CardSet::without)
    }

    /// The next card. It is known from now on.
    #[inline]
    pub(super) fn show(&mut self, chance: &mut (impl Chance + ?Sized)) -> Option<Card> {
        if let Some(next) = self.next_known() {
            return Some(next);
        }
        let next = pick(self.cards, chance)?;
        self.known.push(next);
        Some(next)
    }

    /// Takes the next card.
    #[inline]
    pub(super) fn draw(&mut self, chance: &mut (impl Chance + ?Sized)) -> Option<Card> {
        let next = match self.known.pop() {
            Some(known) => known,
            None => pick(self.cards, chance)?,
        };
        self.cards = self.cards.without(next);
        Some(next)
    }

    /// Decides the order of all cards whose order is unknown.
    pub(super) fn decide_order(&mut self, chance: &mut (impl Chance + ?Sized)) {
        let mut order = Pile::EMPTY;
        self.known().for_each(|card| order.push(card));
        let mut unseen = self.unseen();
        while let Some(card) = pick(unseen, chance) {
            unseen = unseen.without(card);
            order.push(card);
        }
        *self = DrawPile::new(&order, CardSet::EMPTY);
    }
}

#[inline]
fn pick(cards: CardSet, chance: &mut (impl Chance + ?Sized)) -> Option<Card> {
    match cards.len() {
        0 | 1 => cards.first(),
        several => cards.nth(chance.one(ChanceEvent::NextCard, several)),
    }
}

#[cfg(test)]
#[path = "../../tests/unit/rules/draw_pile.rs"]
mod tests;
