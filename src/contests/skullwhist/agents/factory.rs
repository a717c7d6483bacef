//! Makes an agent from its name.

use std::sync::Arc;

use super::{
    Agent, Determinize, DeterminizeOptions, Expert, ExpertOptions, HighCards, Random, Search,
    SearchOptions, Trained,
};
use crate::contest::agent_spec::{is_policy, load_policy};
use crate::contest::{AgentError, AgentSpec, LadderRung};
use crate::contests::skullwhist::policy::TrainedPolicy;
use crate::contests::skullwhist::rules::SkullWhist;

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
/// The deal decides much of it. A player who sees both hands, and knows every answer of the other
/// player, beats `high-cards` in 94 % of the games, `expert` in 76 %
/// (`tests/skullwhist/clairvoyant.rs`).
pub const LADDER: &[LadderRung] = &[
    LadderRung {
        name: "random",
        summary: "any bid, any legal card",
    },
    LadderRung {
        name: "high-cards",
        summary: "bids its high cards and takes what it can",
    },
    LadderRung {
        name: "determinize",
        summary: "solves 20 hands the other may hold (options worlds, time in ms, objective)",
    },
    LadderRung {
        name: "expert",
        summary: "bids for half the tricks and counts cards (option objective)",
    },
    LadderRung {
        name: "search",
        summary: "plays out what the other may hold, as he may play (options games, time in ms, objective, against)",
    },
];

/// A loaded agent.
#[derive(Clone, Debug)]
pub enum Factory {
    /// Plays a random legal move.
    Random,
    /// Counts high cards.
    HighCards,
    /// The best hand-written agent.
    Expert(ExpertOptions),
    /// Solves samples of the other's hand.
    Determinize(DeterminizeOptions),
    /// Searches by simulated games against possible opponents.
    Search(SearchOptions),
    /// The table of a policy.
    Trained(Arc<TrainedPolicy>),
}

impl Factory {
    /// Loads the agent of `spec`.
    ///
    /// # Errors
    ///
    /// [`AgentError`] if no agent has that name, or the agent has no such options.
    pub fn load(spec: &AgentSpec) -> Result<Factory, AgentError> {
        let factory = match spec.name() {
            "random" => Factory::Random,
            "high-cards" => Factory::HighCards,
            "expert" => return ExpertOptions::from_spec(spec).map(Factory::Expert),
            "determinize" => {
                return DeterminizeOptions::from_spec(spec).map(Factory::Determinize);
            }
            "search" => return SearchOptions::from_spec(spec).map(Factory::Search),
            path if is_policy(path) => {
                spec.allow_options(&[])?;
                return Ok(Factory::Trained(load_contest_policy(path)?));
            }
            name => return Err(AgentError::unknown(name, LADDER, &[])),
        };
        spec.allow_options(&[])?;
        Ok(factory)
    }

    /// An agent whose random numbers are a function of `seed`.
    pub fn agent(&self, seed: u64) -> Box<dyn Agent> {
        match self {
            Factory::Random => Box::new(Random::new(seed)),
            Factory::HighCards => Box::new(HighCards),
            Factory::Expert(options) => Box::new(Expert::new(*options)),
            Factory::Determinize(options) => Box::new(Determinize::new(*options, seed)),
            Factory::Search(options) => Box::new(Search::new(*options, seed)),
            Factory::Trained(policy) => Box::new(Trained::new(Arc::clone(policy), seed)),
        }
    }
}

/// The policy at `path`, if it is for the contest's game.
fn load_contest_policy(path: &str) -> Result<Arc<TrainedPolicy>, AgentError> {
    let policy = load_policy(path, TrainedPolicy::load)?;
    match policy.params.rules == SkullWhist::CONTEST {
        true => Ok(policy),
        false => Err(AgentError::other_game(
            path,
            policy.params,
            SkullWhist::CONTEST,
        )),
    }
}
