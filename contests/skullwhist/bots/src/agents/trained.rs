//! An agent that plays a trained policy.

use std::sync::Arc;

use cardsharp_solvers::strategy::sample_index;
use rand::Rng;

use super::Agent;
use super::agent_rng::AgentRng;
use crate::SkullWhistGame;
use crate::policy::{TrainedPolicy, weigh};
use cardsharp_skullwhist_game::observation::Observation;
use cardsharp_skullwhist_game::rules::Move;

/// Plays the table of a policy file. If the table has no row, the candidates of its information
/// sets are equally likely.
#[derive(Clone, Debug)]
pub struct Trained {
    policy: Arc<TrainedPolicy>,
    rng: AgentRng,
}

impl Trained {
    /// An agent that plays `policy`, whose random numbers are a function of `seed`.
    pub fn new(policy: Arc<TrainedPolicy>, seed: u64) -> Trained {
        Trained { policy, rng: AgentRng::new(seed) }
    }
}

impl Agent<SkullWhistGame> for Trained {
    fn start_game(&mut self) {
        self.rng.start_game();
    }

    fn choose(&mut self, observation: &Observation) -> Move {
        let choices = weigh(&self.policy, observation);
        let shares = choices.iter().map(|&(_, share)| share);
        let sampled = sample_index(shares, self.rng.for_decision(observation).random());
        match (sampled, observation.playable().first()) {
            (Some(index), _) => choices[index].0,
            (None, Some(card)) if observation.bids[0].is_some() => Move::Play(card),
            (None, _) => Move::Bid(1),
        }
    }
}
