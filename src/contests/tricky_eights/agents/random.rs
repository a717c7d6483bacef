//! `random`: any legal card.

use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Agent, Sight};
use crate::contests::tricky_eights::rules::{Card, CardSet, Rank, Suit};

/// Follows the rules and otherwise plays at random, as the contest's own example does.
#[derive(Clone, Debug)]
pub struct Random {
    rng: Xoshiro256PlusPlus,
}

/// What is said where there is no card to choose from; nobody is asked then.
const NO_CARD: Card = Card::new(Suit::Clubs, Rank::EIGHT);

impl Random {
    /// The agent whose chance is a function of `seed`.
    pub fn new(seed: u64) -> Random {
        Random {
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
        }
    }

    /// One of these cards.
    pub(super) fn one_of(&mut self, cards: CardSet) -> Card {
        cards.iter().choose(&mut self.rng).unwrap_or(NO_CARD)
    }
}

impl Agent for Random {
    fn choose(&mut self, sight: &Sight<'_>) -> Card {
        self.one_of(sight.legal())
    }
}
