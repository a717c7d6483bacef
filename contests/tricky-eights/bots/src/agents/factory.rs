//! The agents by name: from an agent's specification to the agent.

use std::sync::Arc;

use super::{Heuristic, PseudoRandom, Random, Search, Trained, Weights};
use crate::TrickyEightsGame;
use crate::policy::TrainedPolicy;
use cardsharp_game::agent_spec::load_policy;
use cardsharp_game::{AgentEntry, AgentError, AgentFactory, AgentSpec, NamedAgents};
use cardsharp_options::within;
use cardsharp_tricky_eights_game::observation::Memory;
use cardsharp_tricky_eights_game::rules::Params;
use serde::Deserialize;

/// The agents, weakest first, as the contest's document lists them.
///
/// These are the results of `cardsharp match tricky-eights A B B B --games 2000`, seed 1: the games
/// to 300 won by A, with 95 % intervals. Parity is 25 %.
///
/// | A | B | games won |
/// |---|---|---|
/// | `pseudo-random` | `random` | 100.0 % (99.2 to 100.0) |
/// | `memoryless` | `pseudo-random` | 100.0 % (99.2 to 100.0) |
/// | `poor-memory` | `memoryless` | 37.6 % (35.7 to 39.5) |
/// | `card-counter` | `memoryless` | 57.8 % (55.8 to 59.7) |
/// | `card-counter` | `poor-memory` | 43.0 % (41.0 to 45.0) |
///
/// `search` was measured with fewer games and seed 99, against three agents of one kind. It won 60.2 % (57.6 to 62.7)
/// of 1200 games against `card-counter`, and 91.5 % (87.9 to 95.1) of 200 against `memoryless`.
pub const HAND_WRITTEN: &[AgentEntry<TrickyEightsGame>] = &[
    AgentEntry {
        name: "random",
        summary: "any legal card",
        load: |spec| Factory::plain(spec, |seed| Box::new(Random::new(seed))),
    },
    AgentEntry {
        name: "pseudo-random",
        summary: "the highest legal card",
        load: |spec| Factory::plain(spec, |seed| Box::new(PseudoRandom::new(seed))),
    },
    AgentEntry {
        name: "memoryless",
        summary: "weighs every card, and remembers none that was played (options long, greed, deny)",
        load: |spec| heuristic(spec, Memory::None),
    },
    AgentEntry {
        name: "poor-memory",
        summary: "the same; remembers voids, aces, kings and eights (options long, greed, deny)",
        load: |spec| heuristic(spec, Memory::Poor),
    },
    AgentEntry {
        name: "card-counter",
        summary: "the same; remembers every card and who took or played it (options long, greed, deny)",
        load: |spec| heuristic(spec, Memory::Exact),
    },
    AgentEntry {
        name: "search",
        summary: "plays out worlds that agree with what was seen, for the game and not the round (options worlds, time in ms, exact)",
        load: |spec| Factory::with_data(spec.read(), |options, seed| Box::new(Search::new(options, seed))),
    },
];

/// The options of the agents, with name and meaning.
const OPTIONS: &[(&str, &str)] = &[
    ("long", "the probability that a card wins a trick if the others have no card of its suit left [0 to 1]"),
    ("greed", "the value of winning a trick beyond its points, for every point [0 to 1]"),
    ("deny", "the value of taking a high card that nobody else then gets, for each rank above the eight [0 to 1]"),
    ("worlds", "the deals that are looked at for a decision"),
    ("time", "the milliseconds for a decision; play then depends on the machine"),
    ("exact", "the number of tricks at the end of a round that are solved exactly"),
];

/// A loaded agent: its data has been read, and all agents made from it share the data.
pub type Factory = AgentFactory<TrickyEightsGame>;

impl NamedAgents for TrickyEightsGame {
    const HAND_WRITTEN: &'static [AgentEntry<Self>] = HAND_WRITTEN;
    const OPTIONS: &'static [(&'static str, &'static str)] = OPTIONS;

    fn playing(path: &str) -> Result<Factory, AgentError> {
        Factory::with_data(policy(path), |policy, _| Box::new(Trained::new(policy)))
    }
}

/// The heuristic agent with this memory. Some of its weights can be given as options.
fn heuristic(spec: &AgentSpec, memory: Memory) -> Result<Factory, AgentError> {
    /// The weights that can be given.
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Given {
        #[serde(default, deserialize_with = "within::<0, 1, _, _>")]
        long: Option<f64>,
        #[serde(default, deserialize_with = "within::<0, 1, _, _>")]
        greed: Option<f64>,
        #[serde(default, deserialize_with = "within::<0, 1, _, _>")]
        deny: Option<f64>,
    }
    let Given { long, greed, deny } = spec.read()?;
    let best = Weights::BEST;
    let weights = Weights {
        long: long.unwrap_or(best.long),
        greed: greed.unwrap_or(best.greed),
        deny: deny.unwrap_or(best.deny),
        ..best
    };
    Factory::with_data(Ok(weights), move |weights, seed| Box::new(Heuristic::new(memory, weights, seed)))
}

fn policy(path: &str) -> Result<Arc<TrainedPolicy>, AgentError> {
    let policy = load_policy(path, TrainedPolicy::load)?;
    if policy.params == Params::CONTEST {
        Ok(policy)
    } else {
        Err(AgentError::other_game(path, policy.params, Params::CONTEST))
    }
}
