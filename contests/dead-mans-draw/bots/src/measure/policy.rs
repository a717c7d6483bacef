//! The measure of a trained policy.

use std::sync::atomic::AtomicBool;

use super::estimate::{LOSS_UNIT, loss};
use super::exact::{UNIT, nash_conv};
use crate::policy::TrainedPolicy;
use cardsharp_dead_mans_draw_game::rules::{NoRandom, State};
use cardsharp_policy::container::Measured;
use cardsharp_policy::measurement::Quantity;
use cardsharp_training::sampled::AnyError;

/// The largest first draw pile of decks that are measured exactly. They must also have at most
/// [`MAX_POSITIONS`] positions.
const SMALL_PILE: usize = 8;
const MAX_POSITIONS: usize = 3_000_000;
/// The default number of matches that a measure samples.
const DEFAULT_MATCHES: usize = 200;

/// The distance of a policy from best play. It is exact where the deck is small enough. Otherwise
/// it is the loss in `samples` matches, by the policy's own learnt value.
///
/// # Errors
///
/// [`BadDeck`](cardsharp_dead_mans_draw_game::rules::BadDeck) if the deck of the policy's game has no card;
/// [`Interrupted`](cardsharp_training::Interrupted) if `stop` is set before the last match.
pub fn measure_policy(
    policy: &TrainedPolicy,
    samples: Option<usize>,
    seed: u64,
    stop: &AtomicBool,
) -> Result<Measured, AnyError> {
    let rules = policy.params.rules()?;
    if rules.deck.first_draw_pile().len() <= SMALL_PILE {
        let start = State::new(&rules, &mut NoRandom);
        if let Ok(value) = nash_conv(&start, policy, MAX_POSITIONS) {
            return Ok(Measured::exact(value, UNIT));
        }
    }
    let samples = samples.unwrap_or(DEFAULT_MATCHES);
    let loss = loss(&rules, &policy.learnt, policy, samples, seed, stop)?;
    Ok(Measured::sampled(Quantity::SelfPlayLoss, loss, LOSS_UNIT))
}
