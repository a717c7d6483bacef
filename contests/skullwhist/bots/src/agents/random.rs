//! `random`: any bid, any card.

use rand::Rng;
use rand::seq::IteratorRandom;

use super::agent_rng::AgentRng;
use super::{Agent, BidAndPlay, bid_or_play};
use crate::SkullWhistGame;
use cardsharp_skullwhist_game::observation::Observation;
use cardsharp_skullwhist_game::rules::{Card, Move};

/// Bids and plays any legal move with equal probabilities, as the contest's own example bots did.
#[derive(Clone, Copy, Debug)]
pub struct Random {
    rng: AgentRng,
}

impl Random {
    /// The agent with this seed.
    pub fn new(seed: u64) -> Random {
        Random { rng: AgentRng::new(seed) }
    }
}

impl Agent<SkullWhistGame> for Random {
    fn start_game(&mut self) {
        self.rng.start_game();
    }

    fn choose(&mut self, observation: &Observation) -> Move {
        bid_or_play(self, observation)
    }
}

impl BidAndPlay for Random {
    fn bid(&mut self, observation: &Observation) -> u8 {
        self.rng.for_decision(observation).random_range(1..=observation.game.hand_size())
    }

    fn play(&mut self, observation: &Observation) -> Option<Card> {
        let cards = observation.playable().into_iter();
        cards.choose(&mut self.rng.for_decision(observation))
    }
}
