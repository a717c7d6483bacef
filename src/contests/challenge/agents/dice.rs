//! An agent's own chance.

use cardsharp_solvers::strategy::drawn;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

use super::Sight;
use crate::contests::challenge::rules::{Due, Move};
use crate::contests::derive_seed;

/// Chance keyed by (seed, game, question): an agent asked the same question twice, as happens after
/// a lost connection, answers the same, and nothing depends on how often it was asked before.
#[derive(Clone, Debug)]
pub struct Dice {
    seed: u64,
    game: u64,
}

impl Dice {
    /// Dice of an agent with this seed.
    pub fn new(seed: u64) -> Dice {
        Dice { seed, game: 0 }
    }

    /// A new game begins, with chance of its own.
    pub fn start_game(&mut self) {
        self.game += 1;
    }

    /// One of these moves, each with its chance; none if there are none.
    pub fn draw(&self, sight: &Sight, choices: &[(Move, f64)]) -> Option<Move> {
        let shares = choices.iter().map(|&(_, share)| share);
        let index = drawn(shares, self.roll(sight).random())?;
        Some(choices[index].0)
    }

    /// The chance for one question.
    pub fn roll(&self, sight: &Sight) -> ChaCha8Rng {
        // FxHasher has no per-process state, so the key is the same in every run.
        let mut key = FxHasher::default();
        sight.hand_id.hash(&mut key);
        sight.tricks_over.hash(&mut key);
        (sight.due == Due::Answer, sight.can_challenge).hash(&mut key);
        sight.hand.hash(&mut key);
        sight.table.hash(&mut key);
        ChaCha8Rng::seed_from_u64(derive_seed(derive_seed(self.seed, self.game), key.finish()))
    }
}
