//! `look-ahead`: expectimax over the cards that are left.

use std::sync::Arc;
use std::time::Duration;

use super::Agent;
use crate::contests::dead_mans_draw::rules::{Action, State};
use crate::contests::dead_mans_draw::value::{Limits, Network, Search};
use crate::contests::{AgentError, AgentSpec};

/// Looks ahead as far as there is time, and asks the learnt value of a policy there.
#[derive(Clone, Debug)]
pub struct LookAhead {
    network: Arc<Network>,
    limits: Limits,
}

/// Time for a decision unless another is asked for.
const TIME: Duration = Duration::from_millis(45);
/// Cards ahead, if time lasts so long; near the end it does.
const DEPTH: u32 = 12;

impl LookAhead {
    /// Its options, beside the policy.
    pub const KEYS: [&'static str; 2] = ["time", "depth"];

    /// By the value of `network`.
    pub fn new(network: Arc<Network>, limits: Limits) -> LookAhead {
        LookAhead { network, limits }
    }

    /// The limits that the options ask for: `time` in milliseconds, `depth` in cards. A depth without a
    /// time is looked to the end, so that the same position has the same answer.
    ///
    /// # Errors
    ///
    /// [`AgentError`] names a value that cannot be.
    pub fn limits(spec: &AgentSpec) -> Result<Limits, AgentError> {
        let time = spec.milliseconds("time")?;
        let depth = spec.number("depth", 0.0..=60.0)?.map(|depth| depth as u32);
        Ok(Limits {
            depth: depth.unwrap_or(DEPTH),
            time: match depth {
                Some(_) => time,
                None => Some(time.unwrap_or(TIME)),
            },
        })
    }
}

impl Agent for LookAhead {
    fn decide(&mut self, state: &State) -> Action {
        match state.choices().as_slice() {
            [only] => *only,
            _ => Search::decide(&self.network, state, self.limits).action,
        }
    }
}
