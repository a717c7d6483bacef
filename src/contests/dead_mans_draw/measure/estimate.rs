//! What a strategy loses by the learnt value, on sampled matches.

use cardsharp_solvers::strategy::drawn;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::Mixture;
use crate::contests::dead_mans_draw::rules::{Dice, Rules, State};
use crate::contests::dead_mans_draw::value::{Network, Search};
use crate::contests::derive_seed;
use crate::interval::Estimate;

/// The unit of a [`loss`].
pub const LOSS_UNIT: &str =
    "probability of winning lost in a match by both players, by the learnt value";

/// How many unseen cards ahead choices are weighed: one more takes a hundred times longer, or more.
const AHEAD: u32 = 0;

/// How much less the strategy's choices are worth than the best ones, summed over a match that it plays
/// against itself.
///
/// With the value of best play in place of the learnt one, a player's sum is exactly what the strategy
/// falls short of best play against an opponent who does likewise (the performance difference lemma: S.
/// Kakade, J. Langford, "Approximately optimal approximate reinforcement learning", ICML 2002); a best
/// response to it may gain more. It is 0 only for a strategy that the learnt value does not find fault
/// with.
pub fn loss(
    rules: &Rules,
    network: &Network,
    mixture: &dyn Mixture,
    matches: usize,
    seed: u64,
) -> Estimate {
    let lost: Vec<f64> = (0..matches)
        .map(|number| of_a_match(rules, network, mixture, derive_seed(seed, number as u64)))
        .collect();
    Estimate::of(&lost)
}

fn of_a_match(rules: &Rules, network: &Network, mixture: &dyn Mixture, seed: u64) -> f64 {
    let mut dice = Dice(Xoshiro256PlusPlus::seed_from_u64(seed));
    let mut state = State::new(rules, &mut dice);
    let mut lost = 0.0;
    while state.to_move().is_some() {
        let actions = state.choices();
        let mut shares = vec![0.0; actions.len()];
        mixture.probabilities(&state, &actions, &mut shares);
        if actions.len() > 1 {
            let weighed = Search::weigh(network, &state, AHEAD);
            let worths = weighed.iter().map(|&(_, worth)| f64::from(worth));
            let best = worths.clone().fold(f64::NEG_INFINITY, f64::max);
            lost += best
                - worths
                    .zip(&shares)
                    .map(|(worth, share)| worth * share)
                    .sum::<f64>();
        }
        let Some(chosen) = drawn(shares.into_iter(), dice.0.random()) else {
            return lost;
        };
        // It is one of the state's own choices.
        let _ = state.apply(actions[chosen], &mut dice, &mut ());
    }
    lost
}
