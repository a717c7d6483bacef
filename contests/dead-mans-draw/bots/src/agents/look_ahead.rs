//! `look-ahead`: expectimax over the remaining cards.

use std::sync::Arc;
use std::time::Duration;

use super::Agent;
use crate::DeadMansDrawGame;
use crate::value::{Limits, Network, Search};
use cardsharp_dead_mans_draw_game::rules::{Action, State};
use cardsharp_game::{AgentError, AgentSpec};
use cardsharp_options::{milliseconds, within};
use serde::Deserialize;

/// Looks ahead as far as its limits allow, and evaluates the positions there by the learnt value of a policy.
#[derive(Clone, Debug)]
pub struct LookAhead {
    network: Arc<Network>,
    limits: Limits,
}

/// The evaluations for a decision, unless another limit is given. One card ahead takes some hundreds of them, and two
/// cards with a pile of eleven some 14,000. By a limit of time as short, a busy machine would play worse.
const EVALUATIONS: u64 = 20_000;
/// The time for a decision that no machine may exceed, however busy. A contest's turn has 10 s.
const TIME: Duration = Duration::from_secs(1);
/// The depth in cards, if the limits allow. Near the end of a match they do.
const DEPTH: u32 = 12;

/// The options besides the policy.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LookAheadOptions {
    #[serde(default, deserialize_with = "milliseconds")]
    time: Option<Duration>,
    #[serde(default, deserialize_with = "within::<0, 60, _, _>")]
    depth: Option<u32>,
    #[serde(default, deserialize_with = "within::<1, 1_000_000_000, _, _>")]
    evaluations: Option<u64>,
}

impl LookAhead {
    /// The agent that evaluates by `network`.
    pub fn new(network: Arc<Network>, limits: Limits) -> LookAhead {
        LookAhead { network, limits }
    }

    /// The limits of the options: `evaluations`, `time` in milliseconds, `depth` in cards. A depth alone is always searched
    /// in full. Without a time, the same position has the same answer.
    ///
    /// # Errors
    ///
    /// [`AgentError`] names an invalid value.
    pub fn limits(spec: &AgentSpec, apart: &[&'static str]) -> Result<Limits, AgentError> {
        let LookAheadOptions { time, depth, evaluations } = spec.read_beside(apart)?;
        let is_unlimited = time.is_none() && depth.is_none() && evaluations.is_none();
        Ok(Limits {
            depth: depth.unwrap_or(DEPTH),
            evaluations: evaluations.or(is_unlimited.then_some(EVALUATIONS)),
            time: time.or(is_unlimited.then_some(TIME)),
        })
    }
}

impl Agent<DeadMansDrawGame> for LookAhead {
    fn choose(&mut self, state: &State) -> Action {
        match state.choices().as_slice() {
            [only] => *only,
            _ => Search::decide(&self.network, state, self.limits).action,
        }
    }
}
