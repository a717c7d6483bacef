//! The agents by name: from an agent's specification to the agent.

use std::sync::Arc;

use super::{Expert, LookAhead, OneCard, StopAtRandom, Threshold, Trained};
use crate::DeadMansDrawGame;
use crate::policy::{TrainedPolicy, installed};
use cardsharp_dead_mans_draw_game::rules::Params;
use cardsharp_game::agent_spec::load_policy;
use cardsharp_game::{AgentEntry, AgentError, AgentFactory, AgentSpec, NamedAgents};

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
pub const HAND_WRITTEN: &[AgentEntry<DeadMansDrawGame>] = &[
    AgentEntry {
        name: "one-card",
        summary: "draws one card and stops",
        load: |spec| Factory::plain(spec, |_| Box::new(OneCard)),
    },
    AgentEntry {
        name: "stop-at-random",
        summary: "stops with a chance of 30 % after every card",
        load: |spec| Factory::plain(spec, |seed| Box::new(StopAtRandom::new(seed))),
    },
    AgentEntry {
        name: "threshold",
        summary: "draws while the next card brings more points than it risks (option further)",
        load: |spec| Factory::with_data(spec.read(), |threshold: Threshold, _| Box::new(threshold)),
    },
    AgentEntry {
        name: "expert",
        summary: "weighs the chance to win, effects included (options further, swing, map, kraken)",
        load: |spec| Factory::with_data(spec.read(), |options, _| Box::new(Expert::new(options))),
    },
];

/// The agents beside the hand-written ones.
pub const FURTHER: &[AgentEntry<DeadMansDrawGame>] = &[AgentEntry {
    name: "look-ahead",
    summary: "looks ahead card by card, by the learnt value of a policy (options policy, evaluations, time in ms, depth)",
    load: |spec| Factory::with_data(look_ahead(spec), |agent, _| Box::new(agent)),
}];

/// The option of `look-ahead` for the policy.
const POLICY: &str = "policy";

/// A loaded agent: its data has been read, and all agents made from it share the data.
pub type Factory = AgentFactory<DeadMansDrawGame>;

/// The options of the agents, with name and meaning.
const OPTIONS: &[(&str, &str)] = &[
    ("further", "the points that a drawn card is worth beyond its own, since more may follow"),
    ("swing", "the points by which a lead may still change, per square root of the cards in the pile"),
    ("map", "the share of a map's estimated gain that counts"),
    ("kraken", "the share of a kraken's estimated gain or loss that counts"),
    ("policy", "the policy file whose learnt value is used"),
    ("time", "the milliseconds for a choice; play then depends on the machine"),
    ("depth", "the number of unseen cards ahead that are searched"),
    ("evaluations", "the number of positions that are evaluated for a choice"),
];

impl NamedAgents for DeadMansDrawGame {
    const HAND_WRITTEN: &'static [AgentEntry<Self>] = HAND_WRITTEN;
    const OPTIONS: &'static [(&'static str, &'static str)] = OPTIONS;
    const FURTHER: &'static [AgentEntry<Self>] = FURTHER;

    fn playing(path: &str) -> Result<Factory, AgentError> {
        Factory::with_data(arena_policy(path), |policy, seed| Box::new(Trained::new(policy, seed)))
    }
}

fn look_ahead(spec: &AgentSpec) -> Result<LookAhead, AgentError> {
    let limits = LookAhead::limits(spec, &[POLICY])?;
    let network = match spec.option(POLICY) {
        Some(path) => Arc::clone(&arena_policy(path)?.learnt),
        None => {
            let installed = installed();
            installed.map_err(AgentError::bad_installed_policy)?.learnt
        }
    };
    Ok(LookAhead::new(network, limits))
}

/// Loads a policy, which must be for the arena's game.
fn arena_policy(path: &str) -> Result<Arc<TrainedPolicy>, AgentError> {
    let policy = load_policy(path, TrainedPolicy::load)?;
    if policy.params == Params::ARENA {
        Ok(policy)
    } else {
        Err(AgentError::other_game(path, policy.params, Params::ARENA))
    }
}
