//! The agents of a contest by name.

use std::sync::Arc;

use crate::agent_factory::{AgentEntry, AgentFactory, ListedAgents};
use crate::agent_spec::is_policy;
use crate::game_table::GameTable;
use crate::outside::OutsideSeat;
use crate::table::Table;
use crate::table_game::TableGame;
use crate::{AgentError, AgentSpec};

/// A contest's game with the names of its agents.
pub trait NamedAgents: TableGame {
    /// The hand-written agents, weakest first.
    const HAND_WRITTEN: &'static [AgentEntry<Self>];
    /// The agents beside the hand-written ones.
    const FURTHER: &'static [AgentEntry<Self>] = &[];
    /// The options of the agents, with name and meaning.
    const OPTIONS: &'static [(&'static str, &'static str)] = &[];
    /// The agent that is a person at the terminal, who plays one game at a time.
    const PERSON: Option<&'static str> = None;

    /// The agents, as lists and help texts show them.
    fn listed() -> ListedAgents {
        ListedAgents {
            hand_written: AgentEntry::summaries(Self::HAND_WRITTEN),
            further: AgentEntry::summaries(Self::FURTHER),
            options: Self::OPTIONS,
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
            return Err(AgentError::Seats { contest, seats: Self::SEATS, given: agents.len() });
        }
        let is_person = |agent: &AgentSpec| Some(agent.name()) == Self::PERSON && agent.implementation().is_none();
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
                spec.without_options()?;
                G::playing(name)
            }
            None => Err(AgentError::unknown(name, entries.map(|entry| entry.name))),
        }
    }
}
