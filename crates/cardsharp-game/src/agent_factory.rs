//! The agents of a contest by name. Each entry has an agent's name, its summary and its loader.

use std::fmt;
use std::sync::Arc;

use super::{AgentError, AgentSpec};
use crate::table_game::{Agent, TableGame};

/// A loaded agent. It makes players of the game `G`, which share the data of the agent.
pub struct AgentFactory<G: TableGame>(pub(crate) Arc<Make<G>>);

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
        AgentFactory::with_data(spec.without_options(), move |(), seed| make(seed))
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
    /// The options of all of them, with name and meaning. Agents with the same option mean the same by it.
    pub options: &'static [(&'static str, &'static str)],
}

impl ListedAgents {
    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = &AgentSummary> {
        self.hand_written.iter().chain(&self.further)
    }
}
