//! The agents of a contest by name. Each entry has an agent's name, its summary and its loader.

use std::fmt;
use std::sync::Arc;

use super::agent_spec::is_policy;
use super::outside::OutsideSeat;
use super::{AgentError, AgentSpec};
use crate::game_table::GameTable;
use crate::table::Table;
use crate::table_game::{Agent, TableGame};

/// A loaded agent. It makes players of the game `G`, which share the data of the agent.
pub struct AgentFactory<G: TableGame>(Arc<Make<G>>);

/// Makes a player from a seed.
type Make<G> = dyn Fn(u64) -> Box<dyn Agent<G>> + Send + Sync;

impl<G: TableGame> AgentFactory<G> {
    /// The agent whose players are made by `make` from the agent's data and a seed.
    pub fn with_data<T: Clone + Send + Sync + 'static>(
        data: Result<T, AgentError>,
        make: impl Fn(T, u64) -> Box<dyn Agent<G>> + Send + Sync + 'static,
    ) -> Result<Self, AgentError> {
        let data = data?;
        let factory = move |seed| make(data.clone(), seed);
        Ok(AgentFactory(Arc::new(factory)))
    }

    /// The agent without options or data, whose players are made by `make` from a seed.
    pub fn plain(
        spec: &AgentSpec,
        make: impl Fn(u64) -> Box<dyn Agent<G>> + Send + Sync + 'static,
    ) -> Result<Self, AgentError> {
        AgentFactory::with_data(spec.allow_options(&[]), move |(), seed| make(seed))
    }

    /// Makes a player, whose own randomness is a function of `seed`.
    pub fn agent(&self, seed: u64) -> Box<dyn Agent<G>> {
        (self.0)(seed)
    }
}

impl<G: TableGame> Clone for AgentFactory<G> {
    fn clone(&self) -> Self {
        AgentFactory(Arc::clone(&self.0))
    }
}

impl<G: TableGame> fmt::Debug for AgentFactory<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AgentFactory").finish_non_exhaustive()
    }
}

/// A contest's game with the names of its agents.
pub trait NamedAgents: TableGame {
    /// The hand-written agents, weakest first.
    const HAND_WRITTEN: &'static [AgentEntry<Self>];
    /// The agents beside the hand-written ones.
    const FURTHER: &'static [AgentEntry<Self>] = &[];
    /// The agent that is a person at the terminal, who plays one game at a time.
    const PERSON: Option<&'static str> = None;

    /// The agents, as lists and help texts show them.
    fn listed() -> ListedAgents {
        ListedAgents {
            hand_written: AgentEntry::summaries(Self::HAND_WRITTEN),
            further: AgentEntry::summaries(Self::FURTHER),
        }
    }

    /// Loads the agent that plays the policy of this file.
    ///
    /// # Errors
    ///
    /// [`AgentError`] names the file and its fault.
    fn playing(policy: &str) -> Result<AgentFactory<Self>, AgentError>;

    /// A table of these agents of `contest`, one for each seat.
    ///
    /// # Errors
    ///
    /// [`AgentError`] names the agent and its fault.
    fn table(contest: &'static str, agents: &[AgentSpec]) -> Result<Box<dyn Table>, AgentError> {
        if agents.len() != Self::SEATS {
            return Err(AgentError::Seats {
                contest,
                seats: Self::SEATS,
                given: agents.len(),
            });
        }
        let is_person = |agent: &AgentSpec| {
            Some(agent.name()) == Self::PERSON && agent.implementation().is_none()
        };
        let factories = agents.iter().map(AgentFactory::load);
        let factories: Vec<AgentFactory<Self>> = factories.collect::<Result<_, _>>()?;
        let table = GameTable::new(factories);
        Ok(Box::new(table.interactive(agents.iter().any(is_person))))
    }
}

impl<G: NamedAgents> AgentFactory<G> {
    /// Loads the agent that `spec` names: one of [`NamedAgents`], the policy of a file, or one that is implemented
    /// outside the contests.
    ///
    /// # Errors
    ///
    /// [`AgentError`] names the agent and its fault.
    pub fn load(spec: &AgentSpec) -> Result<Self, AgentError> {
        if let Some(outside) = spec.implementation() {
            let (outside, name) = (outside.clone(), spec.name().to_owned());
            let factory = move |seed| Box::new(OutsideSeat::new(&outside, &name, seed)) as _;
            return Ok(AgentFactory(Arc::new(factory)));
        }
        let name = spec.name();
        let entries = G::HAND_WRITTEN.iter().chain(G::FURTHER);
        match entries.clone().find(|entry| entry.name == name) {
            Some(entry) => (entry.load)(spec),
            None if is_policy(name) => {
                spec.allow_options(&[])?;
                G::playing(name)
            }
            None => Err(AgentError::unknown(name, entries.map(|entry| entry.name))),
        }
    }
}

/// An agent of a contest.
pub struct AgentEntry<G: TableGame> {
    /// The agent's name on the command line.
    pub name: &'static str,
    /// The agent's strategy, in one line.
    pub summary: &'static str,
    /// Loads the agent with the options of a specification.
    pub load: fn(&AgentSpec) -> Result<AgentFactory<G>, AgentError>,
}

impl<G: TableGame> AgentEntry<G> {
    /// The entries, as lists and help texts show them.
    pub fn summaries(entries: &[AgentEntry<G>]) -> Vec<AgentSummary> {
        let of_entry = |&AgentEntry { name, summary, .. }: &Self| AgentSummary { name, summary };
        entries.iter().map(of_entry).collect()
    }
}

/// An agent of a contest, as lists and help texts show it.
#[derive(Clone, Copy, Debug)]
pub struct AgentSummary {
    /// The agent's name on the command line.
    pub name: &'static str,
    /// The agent's strategy, in one line.
    pub summary: &'static str,
}

/// The agents of a contest that have a name.
#[derive(Clone, Debug, Default)]
pub struct ListedAgents {
    /// The hand-written agents, weakest first.
    pub hand_written: Vec<AgentSummary>,
    /// The agents beside the hand-written ones: those that play a policy, and a person at the terminal.
    pub further: Vec<AgentSummary>,
}

impl ListedAgents {
    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = &AgentSummary> {
        self.hand_written.iter().chain(&self.further)
    }
}
