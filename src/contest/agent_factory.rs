//! The agents of a contest by name. Each entry has an agent's name, its summary and its loader.

use std::fmt;
use std::sync::Arc;

use super::agent_spec::is_policy;
use super::outside::OutsideSeat;
use super::{AgentError, AgentSpec, LadderRung};

/// A loaded agent. It makes players of the contest's type `A`, which share the data of the agent.
pub struct AgentFactory<A: ?Sized>(Arc<dyn Fn(u64) -> Box<A> + Send + Sync>);

impl<A: ?Sized> AgentFactory<A> {
    /// The agent whose players are made by `make` from the agent's data and a seed.
    pub fn with_data<T: Clone + Send + Sync + 'static>(
        data: Result<T, AgentError>,
        make: impl Fn(T, u64) -> Box<A> + Send + Sync + 'static,
    ) -> Result<Self, AgentError> {
        let data = data?;
        let factory = move |seed| make(data.clone(), seed);
        Ok(AgentFactory(Arc::new(factory)))
    }

    /// The agent without options or data, whose players are made by `make` from a seed.
    pub fn plain(
        spec: &AgentSpec,
        make: impl Fn(u64) -> Box<A> + Send + Sync + 'static,
    ) -> Result<Self, AgentError> {
        AgentFactory::with_data(spec.allow_options(&[]), move |(), seed| make(seed))
    }

    /// The agent of `spec` if that is implemented outside the contests. `make` puts the contest's adapter around a
    /// player.
    pub fn outside(spec: &AgentSpec, make: fn(OutsideSeat) -> Box<A>) -> Option<Self>
    where
        A: 'static,
    {
        let outside = spec.implementation()?.clone();
        let name = spec.name().to_owned();
        let factory = move |seed| make(OutsideSeat::new(&outside, &name, seed));
        Some(AgentFactory(Arc::new(factory)))
    }

    /// Loads the agent that `spec` names: one of `ladder` or `further`, or a policy file, which `policy` loads.
    pub fn by_name<P: Clone + Send + Sync + 'static>(
        spec: &AgentSpec,
        ladder: &[AgentEntry<A>],
        further: &[AgentEntry<A>],
        policy: fn(&str) -> Result<P, AgentError>,
        make: impl Fn(P, u64) -> Box<A> + Send + Sync + 'static,
    ) -> Result<Self, AgentError> {
        let name = spec.name();
        let entries = ladder.iter().chain(further);
        if spec.implementation().is_some() {
            return Err(AgentError::no_outside(
                name,
                entries.map(|entry| entry.name),
            ));
        }
        match entries.clone().find(|entry| entry.name == name) {
            Some(entry) => (entry.load)(spec),
            None if is_policy(name) => {
                spec.allow_options(&[])?;
                AgentFactory::with_data(policy(name), make)
            }
            None => Err(AgentError::unknown(name, entries.map(|entry| entry.name))),
        }
    }

    /// Makes a player, whose own randomness is a function of `seed`.
    pub fn agent(&self, seed: u64) -> Box<A> {
        (self.0)(seed)
    }
}

impl<A: ?Sized> Clone for AgentFactory<A> {
    fn clone(&self) -> Self {
        AgentFactory(Arc::clone(&self.0))
    }
}

impl<A: ?Sized> fmt::Debug for AgentFactory<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AgentFactory").finish_non_exhaustive()
    }
}

/// An agent of a contest.
pub struct AgentEntry<A: ?Sized> {
    /// The agent's name on the command line.
    pub name: &'static str,
    /// The agent's strategy, in one line.
    pub summary: &'static str,
    /// Loads the agent with the options of a specification.
    pub load: fn(&AgentSpec) -> Result<AgentFactory<A>, AgentError>,
}

impl<A: ?Sized> AgentEntry<A> {
    /// The entries, as lists and help texts show them.
    pub fn rungs(entries: &[AgentEntry<A>]) -> Vec<LadderRung> {
        let rung = |&AgentEntry { name, summary, .. }: &Self| LadderRung { name, summary };
        entries.iter().map(rung).collect()
    }
}
