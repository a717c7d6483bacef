//! `random`: any bid, any card.

use rand::Rng;
use rand::seq::IteratorRandom;

use super::Agent;
use super::chance::Chance;
use crate::contests::skullwhist::observation::Observation;
use crate::contests::skullwhist::rules::Card;

/// Bids and plays any legal move with equal probabilities, as the contest's own example bots did.
#[derive(Clone, Copy, Debug)]
pub struct Random {
    chance: Chance,
}

impl Random {
    /// The agent with this seed.
    pub fn new(seed: u64) -> Random {
        Random {
            chance: Chance::new(seed),
        }
    }
}

impl Agent for Random {
    fn start_game(&mut self) {
        self.chance.start_game();
    }

    fn bid(&mut self, observation: &Observation) -> u8 {
        self.chance
            .roll(observation)
            .random_range(1..=observation.game.hand_size())
    }

    fn play(&mut self, observation: &Observation) -> Option<Card> {
        let cards = observation.playable().into_iter();
        cards.choose(&mut self.chance.roll(observation))
    }
}
