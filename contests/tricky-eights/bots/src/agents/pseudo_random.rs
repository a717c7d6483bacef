//! `pseudo-random`: the highest legal card.

use super::{Agent, Random};
use crate::TrickyEightsGame;
use cardsharp_tricky_eights_game::observation::Observation;
use cardsharp_tricky_eights_game::rules::{Card, CardSet};

/// Always takes or plays the highest legal card. Ties are broken at random.
#[derive(Clone, Debug)]
pub struct PseudoRandom(Random);

impl PseudoRandom {
    /// The agent. Its randomness is a function of `seed`.
    pub fn new(seed: u64) -> PseudoRandom {
        PseudoRandom(Random::new(seed))
    }
}

impl Agent<TrickyEightsGame> for PseudoRandom {
    fn choose(&mut self, observation: &Observation<'_>) -> Card {
        let legal = observation.legal();
        let highest = legal.iter().map(Card::rank).max();
        let alike = legal.iter().filter(|card| Some(card.rank()) == highest);
        self.0.one_of(alike.collect::<CardSet>())
    }
}
