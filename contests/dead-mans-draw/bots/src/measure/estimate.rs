//! The loss of a strategy by the learnt value, on sampled matches.

use std::sync::atomic::AtomicBool;

use cardsharp_solvers::strategy::sample_index;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::policy::Strategy;
use crate::value::{Network, Search};
use cardsharp_dead_mans_draw_game::rules::{Dice, Rules, State};
use cardsharp_game::derive_seed;
use cardsharp_game::interval::Estimate;
use cardsharp_training::Interrupted;

/// The unit of a [`loss`].
pub const LOSS_UNIT: &str = "probability of winning lost in a match by both players, by the learnt value";

/// The number of unseen cards ahead for which choices are evaluated. One more takes a hundred times longer, or more.
const AHEAD: u32 = 0;

/// The loss of a strategy's choices compared with the best ones, summed over a match that the
/// strategy plays against itself.
///
/// Suppose that the value of best play stood in place of the learnt one. A player's sum would then
/// be exactly the distance of the strategy from best play, against an opponent who plays the
/// strategy too (the performance difference lemma: S. Kakade, J. Langford, "Approximately optimal
/// approximate reinforcement learning", ICML 2002). A best response to the strategy may gain more.
/// The loss is 0 only for a strategy whose choices are all best by the learnt value.
///
/// # Errors
///
/// `stop` was set before the last match.
pub fn loss(
    rules: &Rules,
    network: &Network,
    strategy: &dyn Strategy,
    matches: usize,
    seed: u64,
    stop: &AtomicBool,
) -> Result<Estimate, Interrupted> {
    let lost = (0..matches).map(|number| {
        Interrupted::check(stop)?;
        Ok(of_a_match(rules, network, strategy, derive_seed(seed, number as u64)))
    });
    Ok(Estimate::of(&lost.collect::<Result<Vec<f64>, _>>()?))
}

fn of_a_match(rules: &Rules, network: &Network, strategy: &dyn Strategy, seed: u64) -> f64 {
    let mut dice = Dice(Xoshiro256PlusPlus::seed_from_u64(seed));
    let mut state = State::new(rules, &mut dice);
    let mut lost = 0.0;
    while state.to_move().is_some() {
        let actions = state.choices();
        let mut shares = vec![0.0; actions.len()];
        strategy.probabilities(&state, &actions, &mut shares);
        if actions.len() > 1 {
            let values = Search::action_values(network, &state, AHEAD);
            let values = values.iter().map(|&(_, value)| f64::from(value));
            let best = values.clone().fold(f64::NEG_INFINITY, f64::max);
            lost += best - values.zip(&shares).map(|(value, share)| value * share).sum::<f64>();
        }
        let Some(chosen) = sample_index(shares.into_iter(), dice.0.random()) else {
            return lost;
        };
        // The action is one of the state's own choices.
        let _ = state.apply(actions[chosen], &mut dice, &mut ());
    }
    lost
}
