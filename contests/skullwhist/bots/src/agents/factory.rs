//! Makes an agent from its name.

use std::sync::Arc;

use super::{Determinize, Expert, HighCards, Random, Search, Trained};
use crate::SkullWhistGame;
use crate::policy::TrainedPolicy;
use cardsharp_game::agent_spec::load_policy;
use cardsharp_game::{AgentEntry, AgentError, AgentFactory, NamedAgents};
use cardsharp_skullwhist_game::rules::SkullWhist;

/// The agents that need no file, weakest first.
///
/// `cardsharp match skullwhist A B --games N`, seed 1, share of A, draws counted half, with 95 %
/// intervals over the pairs of games with the same deal:
///
/// | A | B | games of A | N |
/// |---|---|---|---|
/// | `high-cards` | `random` | 78.6 % ± 1.7 | 2000 |
/// | `determinize` | `high-cards` | 76.0 % ± 3.5 | 400 |
/// | `expert` | `random` | 90.3 % ± 0.9 | 4000 |
/// | `expert` | `high-cards` | 72.8 % ± 0.9 | 6000 |
/// | `expert` | `determinize` | 57.0 % ± 3.0 | 400 |
/// | `search` | `random` | 94.1 % ± 1.0 | 2000 |
/// | `search` | `high-cards` | 83.4 % ± 1.5 | 2000 |
/// | `search` | `determinize` | 61.8 % ± 1.4 | 2000 |
/// | `search` | `expert` | 62.7 % ± 1.4 | 2000 |
///
/// The deal decides much of it. A player who sees both hands, and knows every answer of the other player, beats
/// `high-cards` in 94 % of the games, `expert` in 76 % (`tests/skullwhist/clairvoyant.rs`).
pub const HAND_WRITTEN: &[AgentEntry<SkullWhistGame>] = &[
    AgentEntry {
        name: "random",
        summary: "any bid, any legal card",
        load: |spec| Factory::plain(spec, |seed| Box::new(Random::new(seed))),
    },
    AgentEntry {
        name: "high-cards",
        summary: "bids its high cards and takes what it can",
        load: |spec| Factory::plain(spec, |_| Box::new(HighCards)),
    },
    AgentEntry {
        name: "determinize",
        summary: "solves 20 hands the other may hold (options worlds, time in ms, objective)",
        load: |spec| Factory::with_data(spec.read(), |options, seed| Box::new(Determinize::new(options, seed))),
    },
    AgentEntry {
        name: "expert",
        summary: "bids for half the tricks and counts cards (option objective)",
        load: |spec| Factory::with_data(spec.read(), |options, _| Box::new(Expert::new(options))),
    },
    AgentEntry {
        name: "search",
        summary: "plays out what the other may hold, as they may play (options games, time in ms, objective, against)",
        load: |spec| Factory::with_data(spec.read(), |options, seed| Box::new(Search::new(options, seed))),
    },
];

/// The options of the agents, with name and meaning.
const OPTIONS: &[(&str, &str)] = &[
    ("worlds", "the hands of the other player that are solved at a decision"),
    ("time", "the milliseconds for a decision; play then depends on the machine"),
    ("objective", "win, the higher score, or difference, the difference of the scores"),
    ("games", "the simulated games at a decision"),
    ("against", "what the other player is taken for: expert, high-cards, random or skilled [default: any of them]"),
];

/// A loaded agent: its data has been read, and all agents made from it share the data.
pub type Factory = AgentFactory<SkullWhistGame>;

impl NamedAgents for SkullWhistGame {
    const HAND_WRITTEN: &'static [AgentEntry<Self>] = HAND_WRITTEN;
    const OPTIONS: &'static [(&'static str, &'static str)] = OPTIONS;

    fn playing(path: &str) -> Result<Factory, AgentError> {
        let policy = load_contest_policy(path);
        Factory::with_data(policy, |policy, seed| Box::new(Trained::new(policy, seed)))
    }
}

/// The policy at `path`, if it is for the contest's game.
fn load_contest_policy(path: &str) -> Result<Arc<TrainedPolicy>, AgentError> {
    let policy = load_policy(path, TrainedPolicy::load)?;
    if policy.params.rules == SkullWhist::CONTEST {
        Ok(policy)
    } else {
        Err(AgentError::other_game(path, policy.params, SkullWhist::CONTEST))
    }
}
