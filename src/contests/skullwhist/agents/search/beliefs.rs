//! The range of the other player, jointly with the other's strategy.

use std::cell::LazyCell;

use arrayvec::ArrayVec;
use rand::Rng;

use super::ways::Way;
use crate::contests::skullwhist::agents::{Agent, Expert};
use crate::contests::skullwhist::observation::Observation;
use crate::contests::skullwhist::rules::Cards;

/// The number of hands that are weighed.
const WEIGHED: usize = 1000;
/// The number of pairs of a hand and a way that are kept of these.
const KEPT: usize = 256;

/// One possible other player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Other {
    /// The hand.
    pub(super) held: Cards,
    /// The strategy.
    pub(super) way: Way,
}

/// A sample of the other player's hand and strategy. Hands are drawn from all that are possible,
/// each with each [`Way`]. They are weighed by the likelihood of the bid and the plays seen, and
/// resampled by weight: importance sampling and resampling, as in a particle filter.
pub(super) struct Beliefs(Vec<Other>);

impl Beliefs {
    /// The beliefs after `observation` about a player of one of these ways.
    pub(super) fn of(
        observation: &Observation,
        ways: &[Way],
        expert: Expert,
        rng: &mut impl Rng,
    ) -> Beliefs {
        let mut others = Vec::with_capacity(WEIGHED * ways.len());
        for _ in 0..WEIGHED {
            let held = observation.random_hand(rng);
            let weights = likelihoods(observation, held, ways, expert);
            for (&way, weight) in ways.iter().zip(weights) {
                others.push((Other { held, way }, weight));
            }
        }
        Beliefs(resampled(&others, rng.random()))
    }

    /// Draws one of them.
    pub(super) fn draw(&self, rng: &mut impl Rng) -> Option<Other> {
        let place = rng.random_range(0..self.0.len().max(1));
        self.0.get(place).copied()
    }
}

/// For each way, the probability that the player has it and makes the bid and the plays seen, if
/// they hold `held`.
fn likelihoods(
    observation: &Observation,
    held: Cards,
    ways: &[Way],
    mut expert: Expert,
) -> ArrayVec<f64, { Way::ALL.len() }> {
    let mut weights: ArrayVec<f64, _> = ways.iter().map(|way| way.prior()).collect();
    let mut seen = |probability: &dyn Fn(Way) -> f64| {
        for (weight, &way) in weights.iter_mut().zip(ways) {
            *weight *= probability(way);
        }
    };
    if let Some(bid) = observation.bids[1].filter(|&bid| bid > 0) {
        let dealt = observation.others_first(held);
        seen(&|way| way.bid_probability(&dealt, expert, bid));
    }
    observation.others_cards(held, |view, card| {
        if view.playable().len() > 1 {
            let experts = LazyCell::new(|| expert.play(view));
            seen(&|way| way.card_probability(view, || *experts, card));
        }
    });
    weights
}

/// Systematic resampling: at equal steps through the summed weights, from the share `start` of a
/// step.
fn resampled(others: &[(Other, f64)], start: f64) -> Vec<Other> {
    let total: f64 = others.iter().map(|(_, weight)| weight).sum();
    let step = total / KEPT as f64;
    let mut next = start * step;
    let mut kept = Vec::with_capacity(KEPT);
    let mut passed = 0.0;
    for (other, weight) in others {
        passed += weight;
        while kept.len() < KEPT && next < passed {
            kept.push(*other);
            next += step;
        }
    }
    kept
}
