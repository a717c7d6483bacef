//! The agents: a probability of betting at every information set.

use std::collections::HashMap;
use std::path::Path;

use cardsharp::contest::agent_spec::is_policy;
use cardsharp::contest::{AgentError, AgentSpec, AgentSummary};
use cardsharp::explicit;
use cardsharp::policy::container::open_newest;
use cardsharp_solvers::games::Kuhn;
use cardsharp_solvers::strategy::{Behaviour, Uniform, behaviours};
use cardsharp_solvers::tree::{Tree, TreeStrategy};

use super::NAME;

/// The hand-written agents, weakest first.
pub const HAND_WRITTEN: &[AgentSummary] = &[
    AgentSummary {
        name: "random",
        summary: "bets half of the time",
    },
    AgentSummary {
        name: "honest",
        summary: "bets with the highest card alone",
    },
];

/// A strategy of both seats: the probability to bet or call, by the name of the information set.
pub struct Agent(HashMap<String, f64>);

impl Agent {
    /// The agent that `spec` names: one of the ladder, or a policy file.
    pub fn load(spec: &AgentSpec) -> Result<Agent, AgentError> {
        spec.allow_options(&[])?;
        match spec.name() {
            "random" => Ok(Agent::by_card([0.5, 0.5, 0.5])),
            "honest" => Ok(Agent::by_card([0.0, 0.0, 1.0])),
            path if is_policy(path) => match read_policy(Path::new(path)) {
                Ok(rows) => Ok(Agent::of(&rows)),
                Err(error) => Err(AgentError::bad_policy(path, &error)),
            },
            name => Err(AgentError::unknown(
                name,
                HAND_WRITTEN.iter().map(|agent| agent.name),
            )),
        }
    }

    /// The agent that plays a solved strategy.
    pub fn of(rows: &[Behaviour]) -> Agent {
        let bets = rows
            .iter()
            .map(|row| (row.infoset.clone(), row.actions[1].1));
        Agent(bets.collect())
    }

    /// An agent that looks at its card only. A name of an information set begins with the card.
    fn by_card(bets: [f64; 3]) -> Agent {
        let names = behaviours(&Kuhn::TWO, &Uniform).into_iter();
        let bet = |name: &str| bets[usize::from(name.as_bytes()[0] - b'0')];
        Agent(
            names
                .map(|row| (row.infoset.clone(), bet(&row.infoset)))
                .collect(),
        )
    }

    /// The probability to bet or call at the information set with this name.
    pub fn bet(&self, infoset: &str) -> f64 {
        self.0.get(infoset).copied().unwrap_or_default()
    }
}

/// The rows of a policy file of this game.
pub fn read_policy(path: &Path) -> anyhow::Result<Vec<Behaviour>> {
    let newest = open_newest(path)?;
    let game = &newest.reader.header().game;
    anyhow::ensure!(
        game == NAME,
        "{}: it is for {game}, not {NAME}",
        path.display()
    );
    let tree = Tree::compile(&Kuhn::TWO)?;
    let plan = explicit::read(&newest.reader, &tree)?;
    Ok(behaviours(&Kuhn::TWO, &TreeStrategy::new(&tree, plan)))
}
