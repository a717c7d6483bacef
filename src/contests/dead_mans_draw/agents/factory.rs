//! The agents by name: from an agent's specification to the agent.

use std::sync::Arc;

use super::{Agent, Expert, ExpertOptions, LookAhead, OneCard, StopAtRandom, Threshold, Trained};
use crate::contest::agent_spec::{is_policy, load_policy};
use crate::contest::{AgentError, AgentSpec, LadderRung};
use crate::contests::dead_mans_draw::policy::TrainedPolicy;
use crate::contests::dead_mans_draw::rules::Params;

/// The hand-written agents, weakest first.
///
/// These are the results of `cardsharp match dead-mans-draw A B --games 10000`, seed 1: the share
/// of A, ties counted half, with 95 % intervals.
///
/// | A | B | matches |
/// |---|---|---|
/// | `stop-at-random` | `one-card` | 73.4 % ± 0.9 |
/// | `threshold` | `stop-at-random` | 91.2 % ± 0.6 |
/// | `expert` | `one-card` | 99.6 % ± 0.2 |
/// | `expert` | `stop-at-random` | 94.2 % ± 0.5 |
/// | `expert` | `threshold` | 58.2 % ± 1.0 |
pub const LADDER: &[LadderRung] = &[
    LadderRung {
        name: "one-card",
        summary: "draws one card and stops",
    },
    LadderRung {
        name: "stop-at-random",
        summary: "stops with a chance of 30 % after every card",
    },
    LadderRung {
        name: "threshold",
        summary: "draws while the next card brings more points than it risks (option further)",
    },
    LadderRung {
        name: "expert",
        summary: "weighs the chance to win, effects included (options further, swing, map, kraken)",
    },
];

/// The agents outside the ladder.
pub const FURTHER: &[LadderRung] = &[LadderRung {
    name: LOOK_AHEAD,
    summary: "looks ahead card by card, by the learnt value of a policy (options policy, time in ms, depth)",
}];

/// A loaded agent.
#[derive(Clone, Debug)]
pub enum Factory {
    /// Draws one card in each turn.
    OneCard,
    /// Stops at random.
    StopAtRandom,
    /// Weighs the risk against the gain.
    Threshold(Threshold),
    /// Plays as the best hand-written agent.
    Expert(ExpertOptions),
    /// Plays by the table of a policy.
    Trained(Arc<TrainedPolicy>),
    /// Looks ahead, by the learnt value of a policy.
    LookAhead(LookAhead),
}

/// The agent that needs a policy file as its option.
const LOOK_AHEAD: &str = "look-ahead";
const POLICY: &str = "policy";

impl Factory {
    /// Loads the agent that `spec` names.
    ///
    /// # Errors
    ///
    /// [`AgentError`] if there is no agent of that name, or it does not have such options.
    pub fn load(spec: &AgentSpec) -> Result<Factory, AgentError> {
        let factory = match spec.name() {
            "one-card" => Factory::OneCard,
            "stop-at-random" => Factory::StopAtRandom,
            "threshold" => {
                spec.allow_options(&["further"])?;
                let further = spec.number("further", 0.0..=100.0)?;
                let threshold = Threshold::new(further.unwrap_or(Threshold::FURTHER));
                return Ok(Factory::Threshold(threshold));
            }
            "expert" => return ExpertOptions::from_spec(spec).map(Factory::Expert),
            LOOK_AHEAD => return load_look_ahead(spec),
            path if is_policy(path) => {
                spec.allow_options(&[])?;
                return Ok(Factory::Trained(arena_policy(path)?));
            }
            name => return Err(AgentError::unknown(name, LADDER, FURTHER)),
        };
        spec.allow_options(&[])?;
        Ok(factory)
    }

    /// Makes the agent. Its own randomness is a function of `seed`.
    pub fn agent(&self, seed: u64) -> Box<dyn Agent> {
        match self {
            Factory::OneCard => Box::new(OneCard),
            Factory::StopAtRandom => Box::new(StopAtRandom::new(seed)),
            Factory::Threshold(threshold) => Box::new(*threshold),
            Factory::Expert(options) => Box::new(Expert::new(*options)),
            Factory::Trained(policy) => Box::new(Trained::new(Arc::clone(policy), seed)),
            Factory::LookAhead(agent) => Box::new(agent.clone()),
        }
    }
}

/// Loads an agent and makes it. To make several agents of a kind, keep the [`Factory`].
///
/// # Errors
///
/// As [`Factory::load`].
pub fn from_spec(spec: &AgentSpec, seed: u64) -> Result<Box<dyn Agent>, AgentError> {
    Ok(Factory::load(spec)?.agent(seed))
}

fn load_look_ahead(spec: &AgentSpec) -> Result<Factory, AgentError> {
    let keys: Vec<&str> = [POLICY].into_iter().chain(LookAhead::KEYS).collect();
    spec.allow_options(&keys)?;
    let path = spec.option(POLICY).ok_or_else(|| AgentError::Missing {
        agent: LOOK_AHEAD.to_owned(),
        option: POLICY.to_owned(),
        wanted: "the policy file whose learnt value it asks".to_owned(),
    })?;
    let limits = LookAhead::limits(spec)?;
    let network = Arc::clone(&arena_policy(path)?.network);
    Ok(Factory::LookAhead(LookAhead::new(network, limits)))
}

/// Loads a policy, which must be for the arena's game.
fn arena_policy(path: &str) -> Result<Arc<TrainedPolicy>, AgentError> {
    let policy = load_policy(path, TrainedPolicy::load)?;
    match policy.params == Params::ARENA {
        true => Ok(policy),
        false => Err(AgentError::other_game(path, policy.params, Params::ARENA)),
    }
}
