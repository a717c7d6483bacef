//! An agent that plays a trained policy.

use std::sync::Arc;

use cardsharp_solvers::strategy::sample_index;
use rand::Rng;

use super::Agent;
use super::agent_rng::AgentRng;
use crate::policy::{TrainedPolicy, weigh};
use cardsharp_skullwhist_game::observation::Observation;
use cardsharp_skullwhist_game::rules::{Card, MISSING_BID, Move};

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
        Trained {
            policy,
            rng: AgentRng::new(seed),
        }
    }

    fn decide(&self, observation: &Observation) -> Option<Move> {
        let choices = weigh(&self.policy, observation);
        let shares = choices.iter().map(|&(_, share)| share);
        let index = sample_index(shares, self.rng.for_decision(observation).random())?;
        Some(choices[index].0)
    }
}

impl Agent for Trained {
    fn start_game(&mut self) {
        self.rng.start_game();
    }

    fn bid(&mut self, observation: &Observation) -> u8 {
        match self.decide(observation) {
            Some(Move::Bid(bid)) => bid,
            _ => 1,
        }
    }

    fn play(&mut self, observation: &Observation) -> Option<Card> {
        let mut observation = observation.clone();
        // The table has no play without a bid, which the contest's server allows.
        observation.bids[0].get_or_insert(MISSING_BID);
        match self.decide(&observation) {
            Some(Move::Play(card)) => Some(card),
            _ => observation.playable().first(),
        }
    }
}
