//! `random`: any legal card.

use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::Agent;
use crate::TrickyEightsGame;
use crate::table::NO_CARD;
use cardsharp_tricky_eights_game::observation::Observation;
use cardsharp_tricky_eights_game::rules::{Card, CardSet};

/// Plays a legal card at random, as the contest's own example does.
#[derive(Clone, Debug)]
pub struct Random {
    rng: Xoshiro256PlusPlus,
}

impl Random {
    /// The agent. Its randomness is a function of `seed`.
    pub fn new(seed: u64) -> Random {
        Random { rng: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }

    /// A random one of these cards.
    pub(super) fn one_of(&mut self, cards: CardSet) -> Card {
        cards.iter().choose(&mut self.rng).unwrap_or(NO_CARD)
    }
}

impl Agent<TrickyEightsGame> for Random {
    fn choose(&mut self, observation: &Observation<'_>) -> Card {
        self.one_of(observation.legal())
    }
}
