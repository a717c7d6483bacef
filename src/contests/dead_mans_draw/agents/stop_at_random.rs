//! `stop-at-random`: as the contest's own examples play.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::Agent;
use crate::contests::dead_mans_draw::rules::{Action, State};
use crate::contests::derive_seed;

/// Ends the turn with a chance of 30 % after every card; answers effects as the arena would for
/// somebody who does not want to choose.
#[derive(Clone, Debug)]
pub struct StopAtRandom {
    seed: u64,
    matches: u64,
    rng: ChaCha8Rng,
}

/// How often it stops.
const STOPS: f64 = 0.3;

impl StopAtRandom {
    /// The agent with this seed.
    pub fn new(seed: u64) -> StopAtRandom {
        StopAtRandom {
            seed,
            matches: 0,
            rng: ChaCha8Rng::seed_from_u64(seed),
        }
    }
}

impl Agent for StopAtRandom {
    fn start_match(&mut self) {
        self.matches += 1;
        self.rng = ChaCha8Rng::seed_from_u64(derive_seed(self.seed, self.matches));
    }

    fn decide(&mut self, state: &State) -> Action {
        if let Some(answer) = state.automatic_answer() {
            return answer;
        }
        let may_stop = state.check(Action::EndTurn).is_ok();
        match may_stop && self.rng.random_bool(STOPS) {
            true => Action::EndTurn,
            false => Action::Draw,
        }
    }
}
