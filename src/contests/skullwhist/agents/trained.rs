//! An agent that plays a trained policy.

use std::sync::Arc;

use cardsharp_solvers::strategy::sample_index;
use rand::Rng;

use super::chance::Chance;
use super::{Agent, Sight};
use crate::contests::skullwhist::rules::{Card, MISSING_BID, Move};
use crate::contests::skullwhist::training::TrainedPolicy;

/// Plays the table of a policy file. If the table has no row, the candidates of its information
/// sets are equally likely.
#[derive(Clone, Debug)]
pub struct Trained {
    blueprint: Arc<TrainedPolicy>,
    chance: Chance,
}

impl Trained {
    /// An agent that plays `blueprint`, whose random numbers are a function of `seed`.
    pub fn new(blueprint: Arc<TrainedPolicy>, seed: u64) -> Trained {
        Trained {
            blueprint,
            chance: Chance::new(seed),
        }
    }

    fn decide(&self, sight: &Sight) -> Option<Move> {
        let choices = self.blueprint.weigh(sight);
        let shares = choices.iter().map(|&(_, share)| share);
        let index = sample_index(shares, self.chance.roll(sight).random())?;
        Some(choices[index].0)
    }
}

impl Agent for Trained {
    fn start_game(&mut self) {
        self.chance.start_game();
    }

    fn bid(&mut self, sight: &Sight) -> u8 {
        match self.decide(sight) {
            Some(Move::Bid(bid)) => bid,
            _ => 1,
        }
    }

    fn play(&mut self, sight: &Sight) -> Option<Card> {
        let mut sight = sight.clone();
        // The table has no play without a bid, which the contest's server allows.
        sight.bids[0].get_or_insert(MISSING_BID);
        match self.decide(&sight) {
            Some(Move::Play(card)) => Some(card),
            _ => sight.playable().first(),
        }
    }
}
