//! Makes an agent from its name.

use std::sync::Arc;

use super::{
    Adaptive, AdaptiveSetup, Agent, ByScore, Expert, Fault, Greedy, GreedyChallenge, Human, Lowest, Random, Resolving,
    Setup, Sparring, Trained,
};
use crate::ChallengeGame;
use cardsharp_challenge_game::rules::Params;
use cardsharp_challenge_solver::policy::TrainedPolicy;
use cardsharp_challenge_solver::resolve::ResolveOptions;
use cardsharp_game::agent_spec::load_policy;
use cardsharp_game::{AgentEntry, AgentError, AgentFactory, AgentSpec, NamedAgents};

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
pub const HAND_WRITTEN: &[AgentEntry<ChallengeGame>] = &[
    AgentEntry {
        name: "lowest",
        summary: "its lowest card; never challenges, always rejects",
        load: |spec| Factory::plain(spec, |_| Box::new(Lowest)),
    },
    AgentEntry {
        name: "random",
        summary: "any legal move",
        load: |spec| Factory::plain(spec, |seed| Box::new(Random::new(seed))),
    },
    AgentEntry {
        name: "greedy",
        summary: "the cheapest card that wins; never challenges, rejects unless certain to win",
        load: |spec| Factory::plain(spec, |_| Box::new(Greedy)),
    },
    AgentEntry {
        name: "greedy-challenge",
        summary: "greedy, challenging and accepting by hand strength (options offer, accept)",
        load: |spec| Factory::with_data(spec.read(), |thresholds, _| Box::new(GreedyChallenge::new(thresholds))),
    },
    AgentEntry {
        name: "expert",
        summary: "weighs the opponent's possible hands, the scores and the cards gone; bluffs (options patience, draws)",
        load: |spec| Factory::with_data(spec.read(), |options, seed| Box::new(Expert::new(options, seed))),
    },
];

/// The agents beside the hand-written ones.
pub const FURTHER: &[AgentEntry<ChallengeGame>] = &[
    AgentEntry {
        name: PERSON,
        summary: "a person at this terminal, for `match`",
        load: |spec| Factory::plain(spec, |_| Box::new(Human::at_terminal())),
    },
    AgentEntry {
        name: "sparring",
        summary: "a fixed opponent with a fault, to measure agents that learn (option fault)",
        load: |spec| Factory::with_data(Fault::from_spec(spec), |fault, seed| Box::new(Sparring::new(fault, seed))),
    },
    AgentEntry {
        name: "adaptive",
        summary: "plays a policy, models its opponent and responds to the model (options policy, draws, \
                  caution, least, budget, scores, frozen)",
        load: |spec| Factory::with_data(adaptive(spec), |setup, seed| Box::new(Adaptive::new(setup, seed))),
    },
    AgentEntry {
        name: "resolve",
        summary: "plays a policy, and solves again what is left of a hand (options policy, others, from, \
                  leads-from, root, whole, safety, solver, warm, slips, trust, iterations, last-iterations)",
        load: |spec| Factory::with_data(setups(spec), resolving),
    },
];

/// The agent that is a person, who plays one game at a time and needs the terminal.
pub const PERSON: &str = "human";
/// The option of `resolve` for the policy.
const POLICY: &str = "policy";
/// The option of `resolve` for the policy of scores that the first one was not trained for.
const OTHERS: &str = "others";

/// A loaded agent: its data has been read, and all agents made from it share the data.
pub type Factory = AgentFactory<ChallengeGame>;

/// The options of the agents, with name and meaning.
const OPTIONS: &[(&str, &str)] = &[
    ("offer", "the least strength of a hand for a challenge; above 1 for never [0 to 2]"),
    ("accept", "the least strength of a hand for an acceptance [0 to 2]"),
    ("patience", "the probability of winning by which a challenge must beat none before the first trick is over"),
    ("draws", "the number of the opponent's hands that are drawn at a decision"),
    (
        "fault",
        "the fault: never-bluffs, always-bluffs, calls, folds, highest-first, tight, loose, random-with-skill, \
                  by-score, changes or deceives",
    ),
    ("policy", "the policy file that is played"),
    ("caution", "the standard errors by which an action must win more than the policy"),
    ("least", "the least advantage for which the policy is left, as a probability of winning the game"),
    ("budget", "what departures from the policy may lose in a hand on average, beside what they have won"),
    ("scores", "no: scores have the values of the policy, whoever the opponent is"),
    ("frozen", "yes: nothing is learned of the opponent"),
    ("others", "the policy file for scores at which a point is worth much more or less than where policy was trained"),
    ("from", "the first trick that its follower solves again"),
    ("leads-from", "the first trick that its leader solves again"),
    ("root", "where a subgame begins: at the decision, or at the beginning of its trick"),
    ("whole", "a solution that begins with so many tricks left, or fewer, is kept to the end of the hand"),
    ("safety", "the constraint on a subgame: max-margin, resolving or unsafe"),
    ("solver", "the preset of the CFR family"),
    ("warm", "the number of iterations that the policy counts for at the start"),
    ("slips", "the share of every earlier decision that counts as random"),
    ("trust", "with max-margin, the weight of the opponent's expected range"),
    ("iterations", "the iterations of every solve; without it the clock decides"),
    ("last-iterations", "the iterations of a solve with at most two tricks left"),
];

impl NamedAgents for ChallengeGame {
    const HAND_WRITTEN: &'static [AgentEntry<Self>] = HAND_WRITTEN;
    const OPTIONS: &'static [(&'static str, &'static str)] = OPTIONS;
    const FURTHER: &'static [AgentEntry<Self>] = FURTHER;
    const PERSON: Option<&'static str> = Some(PERSON);

    fn playing(path: &str) -> Result<Factory, AgentError> {
        Factory::with_data(policy(path).map(Played::new), Played::agent)
    }
}

/// A policy as an agent.
#[derive(Clone)]
enum Played {
    Table(Arc<TrainedPolicy>),
    /// A trunk has no strategy for what follows it.
    Resolved(Arc<Setup>),
}

impl Played {
    fn new(policy: Arc<TrainedPolicy>) -> Played {
        match policy.trunk_tricks() {
            Some(_) => {
                let options = ResolveOptions::for_policy(&policy);
                Played::Resolved(Arc::new(Setup::new(policy, options)))
            }
            None => Played::Table(policy),
        }
    }

    fn policy(&self) -> &Arc<TrainedPolicy> {
        match self {
            Played::Table(policy) => policy,
            Played::Resolved(setup) => setup.policy(),
        }
    }

    fn agent(self, seed: u64) -> Box<dyn Agent<ChallengeGame>> {
        match self {
            Played::Table(policy) => Box::new(Trained::new(policy, seed)),
            Played::Resolved(setup) => Box::new(Resolving::new(setup, seed)),
        }
    }
}

/// The setup of `resolve`, and the policy of the scores that its own was not trained for.
type Setups = (Arc<Setup>, Option<Played>);

fn setups(spec: &AgentSpec) -> Result<Setups, AgentError> {
    // The options are looked at before files are.
    ResolveOptions::from_spec(spec, &[POLICY, OTHERS], ResolveOptions::default())?;
    let path = spec
        .option(POLICY)
        .ok_or_else(|| spec.missing(POLICY, "the policy file that it plays up to where it solves again"))?;
    let near = policy(path)?;
    let options = ResolveOptions::from_spec(spec, &[POLICY, OTHERS], ResolveOptions::for_policy(&near))?;
    let others = spec.option(OTHERS).map(policy).transpose()?;
    let far = others.map(Played::new);
    Ok((Arc::new(Setup::new(near, options)), far))
}

fn adaptive(spec: &AgentSpec) -> Result<Arc<AdaptiveSetup>, AgentError> {
    let options = spec.read_beside(&[POLICY])?;
    let policy = match spec.option(POLICY) {
        Some(path) => policy(path)?,
        None => installed_policy()?,
    };
    Ok(Arc::new(AdaptiveSetup::new(policy, options)))
}

fn resolving((setup, others): Setups, seed: u64) -> Box<dyn Agent<ChallengeGame>> {
    let near = Resolving::new(Arc::clone(&setup), seed);
    let Some(others) = others else {
        return Box::new(near);
    };
    let policies = [setup.policy(), others.policy()].map(Arc::clone);
    Box::new(ByScore::new([Box::new(near), others.agent(seed)], policies))
}

/// The policy that is part of the program.
fn installed_policy() -> Result<Arc<TrainedPolicy>, AgentError> {
    let loaded = TrainedPolicy::installed();
    loaded.map(Arc::new).map_err(AgentError::bad_installed_policy)
}

fn policy(path: &str) -> Result<Arc<TrainedPolicy>, AgentError> {
    let policy = load_policy(path, TrainedPolicy::load)?;
    let played = Params::CONTEST;
    if policy.game.rules() == played {
        Ok(policy)
    } else {
        Err(AgentError::other_game(path, &policy.header.game, played))
    }
}

#[cfg(test)]
#[path = "../../tests/unit/agents/factory.rs"]
mod tests;
