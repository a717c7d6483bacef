//! `stop-at-random`: the play of the contest's own examples.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::Agent;
use crate::DeadMansDrawGame;
use cardsharp_dead_mans_draw_game::rules::{Action, State};
use cardsharp_game::derive_seed;

/// Ends the turn with a probability of 30 % after every card. Answers effects with the arena's automatic answers.
#[derive(Clone, Debug)]
pub struct StopAtRandom {
    seed: u64,
    matches: u64,
    rng: ChaCha8Rng,
}

/// The probability to stop after a card.
const STOPS: f64 = 0.3;

impl StopAtRandom {
    /// The agent with this seed.
    pub fn new(seed: u64) -> StopAtRandom {
        StopAtRandom { seed, matches: 0, rng: ChaCha8Rng::seed_from_u64(seed) }
    }
}

impl Agent<DeadMansDrawGame> for StopAtRandom {
    fn start_game(&mut self) {
        self.matches += 1;
        self.rng = ChaCha8Rng::seed_from_u64(derive_seed(self.seed, self.matches));
    }

    fn choose(&mut self, state: &State) -> Action {
        if let Some(answer) = state.automatic_answer() {
            return answer;
        }
        let may_stop = state.check(Action::EndTurn).is_ok();
        if may_stop && self.rng.random_bool(STOPS) { Action::EndTurn } else { Action::Draw }
    }
}
