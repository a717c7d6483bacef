//! `random`: any bid, any card.

use rand::Rng;
use rand::seq::IteratorRandom;

use super::chance::Chance;
use super::{Agent, Sight};
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

    fn bid(&mut self, sight: &Sight) -> u8 {
        self.chance
            .roll(sight)
            .random_range(1..=sight.game.hand_size())
    }

    fn play(&mut self, sight: &Sight) -> Option<Card> {
        let cards = sight.playable().into_iter();
        cards.choose(&mut self.chance.roll(sight))
    }
}
