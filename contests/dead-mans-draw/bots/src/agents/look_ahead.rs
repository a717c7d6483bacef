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

/// Looks ahead as far as time allows, and evaluates the positions there by the learnt value of a
/// policy.
#[derive(Clone, Debug)]
pub struct LookAhead {
    network: Arc<Network>,
    limits: Limits,
}

/// The time for a decision, unless another is given.
const TIME: Duration = Duration::from_millis(45);
/// The depth in cards, if the time allows. Near the end of a match it does.
const DEPTH: u32 = 12;

/// The options besides the policy.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LookAheadOptions {
    #[serde(default, deserialize_with = "milliseconds")]
    time: Option<Duration>,
    #[serde(default, deserialize_with = "within::<0, 60, _, _>")]
    depth: Option<u32>,
}

impl LookAhead {
    /// The agent that evaluates by `network`.
    pub fn new(network: Arc<Network>, limits: Limits) -> LookAhead {
        LookAhead { network, limits }
    }

    /// The limits of the options: `time` in milliseconds, `depth` in cards. A depth without a time
    /// is always searched in full, so that the same position has the same answer.
    ///
    /// # Errors
    ///
    /// [`AgentError`] names an invalid value.
    pub fn limits(spec: &AgentSpec, apart: &[&'static str]) -> Result<Limits, AgentError> {
        let LookAheadOptions { time, depth } = spec.read_beside(apart)?;
        Ok(Limits {
            depth: depth.unwrap_or(DEPTH),
            time: if depth.is_some() {
                time
            } else {
                Some(time.unwrap_or(TIME))
            },
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
