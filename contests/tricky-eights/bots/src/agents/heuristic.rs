//! `memoryless`, `poor-memory` and `card-counter`: one evaluator with three memories.

use super::{Agent, Evaluator, Random, Weights};
use crate::TrickyEightsGame;
use cardsharp_tricky_eights_game::observation::{Knowledge, Memory, Observation};
use cardsharp_tricky_eights_game::rules::{Card, CardSet};

/// Chooses the card with the greatest value, as judged from memory. Ties are broken at random.
#[derive(Clone, Debug)]
pub struct Heuristic {
    memory: Memory,
    evaluator: Evaluator,
    chance: Random,
}

impl Heuristic {
    /// The agent with this memory and these weights. Its randomness is a function of `seed`.
    pub fn new(memory: Memory, weights: Weights, seed: u64) -> Heuristic {
        Heuristic { memory, evaluator: Evaluator::new(weights), chance: Random::new(seed) }
    }
}

impl Agent<TrickyEightsGame> for Heuristic {
    fn choose(&mut self, observation: &Observation<'_>) -> Card {
        let legal = observation.legal();
        if legal.len() == 1 {
            return self.chance.one_of(legal);
        }
        let knowledge = Knowledge::of(observation, self.memory);
        let mut best = (f64::NEG_INFINITY, CardSet::EMPTY);
        for card in legal {
            let value = self.evaluator.value(observation, &knowledge, card);
            if value > best.0 {
                best = (value, CardSet::EMPTY);
            }
            if value == best.0 {
                best.1 = best.1.with(card);
            }
        }
        self.chance.one_of(best.1)
    }
}
