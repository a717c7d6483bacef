//! The agent that plays a trained policy.

use std::sync::Arc;

use cardsharp_solvers::strategy::sample_index;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::Agent;
use crate::DeadMansDrawGame;
use crate::policy::{TrainedPolicy, weigh};
use cardsharp_dead_mans_draw_game::rules::{Action, State};

/// Plays by the probabilities of a policy file's table. If nothing is known of a row, the
/// candidates of its information set are equally likely.
#[derive(Clone, Debug)]
pub struct Trained {
    policy: Arc<TrainedPolicy>,
    rng: Xoshiro256PlusPlus,
}

impl Trained {
    /// The agent that plays `policy`. Its randomness is a function of `seed`.
    pub fn new(policy: Arc<TrainedPolicy>, seed: u64) -> Trained {
        Trained { policy, rng: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }
}

impl Agent<DeadMansDrawGame> for Trained {
    fn choose(&mut self, state: &State) -> Action {
        let choices = weigh(&self.policy, state);
        let shares = choices.iter().map(|&(_, share)| share);
        let index = sample_index(shares, self.rng.random());
        index.map_or(Action::Draw, |index| choices[index].0)
    }
}
