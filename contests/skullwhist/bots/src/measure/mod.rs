//! The distance of a policy from equilibrium.
//!
//! For small members NashConv is exact: every history is walked. The contest's game has too many histories, so a lower
//! bound is measured. An opponent who knows the policy plays out their choices against it ([`Responder`]). In both
//! seats together, a best response has at least the value of that opponent.
//!
//! | noun | file |
//! |---|---|
//! | the choice between the two, and its unit | this file |
//! | the opponent | `responder` |

mod responder;

pub use responder::Responder;

use std::sync::atomic::AtomicBool;

use cardsharp_solvers::best_response::{Exploitability, exploitability};

use super::infosets::{Recall, WholeGame};
use super::policy::TrainedPolicy;
use cardsharp_game::interval::Estimate;
use cardsharp_policy::container::Measured;
use cardsharp_policy::measurement::Quantity;
use cardsharp_skullwhist_game::rules::Objective;
use cardsharp_training::Interrupted;

/// The default number of deals for a bound.
const DEALS: usize = 200;
/// The largest number of terminal histories of a member that is measured exactly.
const MAX_TERMINALS: u64 = 5_000_000;

/// The unit of an exact measure.
pub const fn unit(objective: Objective) -> &'static str {
    match objective {
        Objective::Win => "probability of outscoring the other",
        Objective::Difference => "points of the difference of the scores",
    }
}

/// The unit of a bound.
pub const fn bound_unit(objective: Objective) -> &'static str {
    match objective {
        Objective::Win => "probability of outscoring the other, at least",
        Objective::Difference => "points of the difference of the scores, at least",
    }
}

/// The exact measure of a policy; none if its game has too many histories.
pub fn exact(policy: &TrainedPolicy) -> Option<Exploitability> {
    let everything = Recall::new(policy.params.rules).ok()?;
    let game = WholeGame::new(policy.params, &everything);
    (game.max_terminals()? <= MAX_TERMINALS).then(|| exploitability(&game, policy))
}

/// NashConv of a policy. It is exact if its game is small. Otherwise it is a lower bound on `deals`
/// deals sampled by `seed`, each played in both seats.
///
/// # Errors
///
/// `stop` was set before the last deal.
pub fn measured(
    policy: &TrainedPolicy,
    deals: Option<usize>,
    seed: u64,
    stop: &AtomicBool,
) -> Result<Measured, Interrupted> {
    let objective = policy.params.objective;
    if let Some(found) = exact(policy) {
        return Ok(Measured::exact(found.nash_conv(), unit(objective)));
    }
    let deals = deals.unwrap_or(DEALS);
    let responder = Responder::new(policy, seed);
    let gains = (0..deals as u64).map(|deal| Interrupted::check(stop).map(|()| responder.gain(deal)));
    let gains: Vec<f64> = gains.collect::<Result<_, _>>()?;
    Ok(Measured::sampled(Quantity::NashConvLowerBound, Estimate::of(&gains), bound_unit(objective)))
}
