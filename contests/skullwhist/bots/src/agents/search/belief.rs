//! The range of the other player, jointly with the other's strategy.

use std::cell::LazyCell;

use rand::Rng;

use super::opponent_models::{ByModel, OpponentModel};
use crate::agents::{BidAndPlay, Expert};
use cardsharp_skullwhist_game::observation::Observation;
use cardsharp_skullwhist_game::rules::Cards;

/// The number of hands that are weighed.
const WEIGHED: usize = 1000;
/// The number of pairs of a hand and a model that are kept of these.
const RESAMPLED: usize = 256;

/// One possible other player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Opponent {
    /// The hand.
    pub(super) held: Cards,
    /// The strategy.
    pub(super) model: OpponentModel,
}

/// A sample of the other player's hand and strategy. Hands are sampled from all that are
/// possible, each with each [`OpponentModel`]. They are weighed by the likelihood of the bid and the
/// plays seen, and resampled by weight, as in a particle filter.
pub(super) struct Belief(Vec<Opponent>);

impl Belief {
    /// The belief after `observation` about a player who has each of these models with its probability.
    pub(super) fn of(observation: &Observation, models: &ByModel, expert: Expert, rng: &mut impl Rng) -> Belief {
        let mut others = Vec::with_capacity(WEIGHED * models.len());
        for _ in 0..WEIGHED {
            let held = observation.random_hand(rng);
            let likelihoods = likelihoods(observation, held, models, expert);
            for (model, weight) in likelihoods {
                others.push((Opponent { held, model }, weight));
            }
        }
        Belief(resampled(&others, rng.random()))
    }

    /// One of them at random.
    pub(super) fn sample(&self, rng: &mut impl Rng) -> Option<Opponent> {
        let index = rng.random_range(0..self.0.len().max(1));
        self.0.get(index).copied()
    }
}

/// For each model, the probability that the player has it and makes the bid and the plays seen, if they hold `held`.
pub(super) fn likelihoods(observation: &Observation, held: Cards, models: &ByModel, mut expert: Expert) -> ByModel {
    let mut weights = models.clone();
    let mut seen = |probability: &dyn Fn(OpponentModel) -> f64| {
        for (model, weight) in &mut weights {
            *weight *= probability(*model);
        }
    };
    if let Some(bid) = observation.bids[1].filter(|&bid| bid > 0) {
        let dealt = observation.others_first(held);
        seen(&|model| model.bid_probability(&dealt, expert, bid));
    }
    observation.others_cards(held, |view, card| {
        if view.playable().len() > 1 {
            let experts = LazyCell::new(|| expert.play(view));
            seen(&|model| model.card_probability(view, || *experts, card));
        }
    });
    weights
}

/// Systematic resampling: at equal steps through the summed weights, from the share `start` of a step.
fn resampled(others: &[(Opponent, f64)], start: f64) -> Vec<Opponent> {
    let total: f64 = others.iter().map(|(_, weight)| weight).sum();
    let step = total / RESAMPLED as f64;
    let mut next = start * step;
    let mut kept = Vec::with_capacity(RESAMPLED);
    let mut passed = 0.0;
    for (other, weight) in others {
        passed += weight;
        while kept.len() < RESAMPLED && next < passed {
            kept.push(*other);
            next += step;
        }
    }
    kept
}
