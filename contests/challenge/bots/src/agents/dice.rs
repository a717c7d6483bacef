//! The random numbers of an agent.

use cardsharp_solvers::strategy::sample_index;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

use cardsharp_challenge_game::observation::Observation;
use cardsharp_challenge_game::rules::{Due, Move};
use cardsharp_game::derive_seed;

/// Random numbers keyed by (seed, game, decision). An agent that receives a request twice, as after
/// a lost connection, answers the same. Nothing depends on the number of requests before.
#[derive(Clone, Debug)]
pub struct Dice {
    seed: u64,
    game: u64,
}

impl Dice {
    /// The dice of an agent with this seed.
    pub fn new(seed: u64) -> Dice {
        Dice { seed, game: 0 }
    }

    /// Begins a new game, which has its own random numbers.
    pub fn start_game(&mut self) {
        self.game += 1;
    }

    /// Draws one of these moves by its probability; none if there are none.
    pub fn draw(&self, observation: &Observation, choices: &[(Move, f64)]) -> Option<Move> {
        let shares = choices.iter().map(|&(_, share)| share);
        let index = sample_index(shares, self.roll(observation).random())?;
        Some(choices[index].0)
    }

    /// The random number generator for one decision.
    pub fn roll(&self, observation: &Observation) -> ChaCha8Rng {
        // FxHasher has no state of the process, so the key is the same in every run.
        let mut key = FxHasher::default();
        observation.hand_id.hash(&mut key);
        observation.tricks_over.hash(&mut key);
        (observation.due == Due::Answer, observation.can_challenge).hash(&mut key);
        observation.hand.hash(&mut key);
        observation.table.hash(&mut key);
        ChaCha8Rng::seed_from_u64(derive_seed(derive_seed(self.seed, self.game), key.finish()))
    }
}
