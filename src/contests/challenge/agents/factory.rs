//! Makes an agent from its name.

use std::sync::Arc;

use super::{
    Agent, Expert, ExpertOptions, Greedy, GreedyChallenge, Human, Lowest, Random, Resolving, Setup,
    Thresholds, Trained,
};
use crate::contest::agent_spec::{is_policy, load_policy};
use crate::contest::{AgentError, AgentSpec, LadderRung};
use crate::contests::challenge::policy::TrainedPolicy;
use crate::contests::challenge::resolve::ResolveOptions;
use crate::contests::challenge::rules::Params;

/// The hand-written agents, weakest first, by rounds won against each other. (`lowest` is below
/// `random`, to which it loses every game: it takes no tricks and rejects every challenge.)
///
/// `cardsharp match challenge A B --rounds 1000` (60 with `expert`, 100 for its last), seed 1,
/// share of A in rounds and in games:
///
/// | A | B | rounds | games |
/// |---|---|---|---|
/// | `random` | `lowest` | 100 % | 100 % |
/// | `greedy` | `lowest` | 100 % | 84.4 % ± 0.8 |
/// | `greedy` | `random` | 99.9 % | 79.1 % ± 0.8 |
/// | `greedy-challenge` | `lowest` | 100 % | 99.8 % ± 0.1 |
/// | `greedy-challenge` | `random` | 100 % | 87.3 % ± 0.8 |
/// | `greedy-challenge` | `greedy` | 99.9 % | 81.4 % ± 0.8 |
/// | `expert` | `lowest` | 100 % | 99.7 % ± 0.9 |
/// | `expert` | `random` | 100 % | 88.5 % ± 2.6 |
/// | `expert` | `greedy` | 100 % | 99.3 % ± 1.1 |
/// | `expert` | `greedy-challenge` | 100 % (92.9 at least) | 76.7 % ± 2.2 |
pub const LADDER: &[LadderRung] = &[
    LadderRung {
        name: "lowest",
        summary: "its lowest card; never challenges, always rejects",
    },
    LadderRung {
        name: "random",
        summary: "any legal move",
    },
    LadderRung {
        name: "greedy",
        summary: "the cheapest card that wins; never challenges, rejects unless certain to win",
    },
    LadderRung {
        name: "greedy-challenge",
        summary: "greedy, challenging and accepting by hand strength (options offer, accept)",
    },
    LadderRung {
        name: "expert",
        summary: "weighs the opponent's possible hands, the scores and the cards gone; bluffs (options patience, draws)",
    },
];

/// The agents beside the ladder.
pub const FURTHER: &[LadderRung] = &[
    LadderRung {
        name: PERSON,
        summary: "a person at this terminal, for `match`",
    },
    LadderRung {
        name: RESOLVING,
        summary: "plays a policy, and solves again what is left of a hand (options policy, from, leads-from, \
                  safety, solver, warm, slips, trust, iterations)",
    },
];

const PERSON: &str = "human";
/// The agent that plays a policy and re-solves.
const RESOLVING: &str = "resolve";
/// Its option for the policy.
const POLICY: &str = "policy";

/// A loaded agent: its data has been read, and all agents made from it share the data.
#[derive(Clone, Debug)]
pub enum Factory {
    /// Plays a random legal move.
    Random,
    /// Plays the lowest card.
    Lowest,
    /// Plays the cheapest winner.
    Greedy,
    /// Plays as `greedy`, and challenges.
    GreedyChallenge(Thresholds),
    /// The best hand-written agent.
    Expert(ExpertOptions),
    /// A trained policy.
    Trained(Arc<TrainedPolicy>),
    /// A trained policy that re-solves the rest of a hand.
    Resolving(Arc<Setup>),
    /// A person at the terminal.
    Human,
}

impl Factory {
    /// Loads the agent of `spec`.
    pub fn load(spec: &AgentSpec) -> Result<Factory, AgentError> {
        let factory = match spec.name() {
            "random" => Factory::Random,
            "lowest" => Factory::Lowest,
            "greedy" => Factory::Greedy,
            "greedy-challenge" => return load_greedy_challenge(spec),
            "expert" => return ExpertOptions::from_spec(spec).map(Factory::Expert),
            PERSON => Factory::Human,
            RESOLVING => return load_resolving(spec),
            path if is_policy(path) => {
                spec.allow_options(&[])?;
                return Ok(Factory::Trained(policy(path)?));
            }
            name => return Err(AgentError::unknown(name, LADDER, FURTHER)),
        };
        spec.allow_options(&[])?;
        Ok(factory)
    }

    /// An agent whose random numbers are a function of `seed`.
    pub fn agent(&self, seed: u64) -> Box<dyn Agent> {
        match self {
            Factory::Random => Box::new(Random::new(seed)),
            Factory::Lowest => Box::new(Lowest),
            Factory::Greedy => Box::new(Greedy),
            Factory::GreedyChallenge(thresholds) => Box::new(GreedyChallenge::new(*thresholds)),
            Factory::Expert(options) => Box::new(Expert::new(*options, seed)),
            Factory::Trained(policy) => Box::new(Trained::new(Arc::clone(policy), seed)),
            Factory::Resolving(setup) => Box::new(Resolving::new(Arc::clone(setup), seed)),
            Factory::Human => Box::new(Human::at_terminal()),
        }
    }

    /// True if it is a person, who plays one game at a time and needs the terminal.
    pub fn is_person(&self) -> bool {
        matches!(self, Factory::Human)
    }
}

/// Loads and makes one agent. To make several of a kind, keep the [`Factory`].
pub fn from_spec(spec: &AgentSpec, seed: u64) -> Result<Box<dyn Agent>, AgentError> {
    Ok(Factory::load(spec)?.agent(seed))
}

fn load_resolving(spec: &AgentSpec) -> Result<Factory, AgentError> {
    let keys: Vec<&str> = [POLICY].into_iter().chain(ResolveOptions::KEYS).collect();
    spec.allow_options(&keys)?;
    let path = spec.option(POLICY).ok_or_else(|| AgentError::Missing {
        agent: RESOLVING.to_owned(),
        option: POLICY.to_owned(),
        wanted: "the policy file that it plays up to where it solves again".to_owned(),
    })?;
    let options = ResolveOptions::from_spec(spec)?;
    let setup = Setup::new(policy(path)?, options);
    Ok(Factory::Resolving(Arc::new(setup)))
}

fn policy(path: &str) -> Result<Arc<TrainedPolicy>, AgentError> {
    let policy = load_policy(path, TrainedPolicy::load)?;
    let played = Params::CONTEST;
    match policy.game.rules() == played {
        true => Ok(policy),
        false => Err(AgentError::other_game(path, &policy.header.game, played)),
    }
}

fn load_greedy_challenge(spec: &AgentSpec) -> Result<Factory, AgentError> {
    spec.allow_options(&["offer", "accept"])?;
    let tuned = Thresholds::default();
    // A threshold above 1 is never reached.
    let range = 0.0..=2.0;
    Ok(Factory::GreedyChallenge(Thresholds {
        offer: spec.number("offer", range.clone())?.unwrap_or(tuned.offer),
        accept: spec.number("accept", range)?.unwrap_or(tuned.accept),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rung_loads_and_has_no_unknown_options() {
        for rung in LADDER {
            assert!(
                Factory::load(&AgentSpec::named(rung.name)).is_ok(),
                "{}",
                rung.name
            );
            let spec: AgentSpec = format!("{}:colour=red", rung.name).parse().unwrap();
            let error = Factory::load(&spec).unwrap_err().to_string();
            assert!(error.contains("no option `colour`"), "{error}");
        }
    }

    #[test]
    fn an_unknown_name_is_told_what_there_is() {
        let error = Factory::load(&AgentSpec::named("gredy"))
            .unwrap_err()
            .to_string();
        for rung in LADDER {
            assert!(error.contains(rung.name), "{error}");
        }
        assert!(
            error.contains("human") && error.contains("policy file"),
            "{error}"
        );
    }
}
