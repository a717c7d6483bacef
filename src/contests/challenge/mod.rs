//! Challenge: five cards, five tricks, and a challenge that stakes the whole game.

pub mod agents;
pub mod infosets;
pub mod measure;
pub mod rules;
mod table;
pub mod text;
pub mod training;

pub use table::ChallengeTable;

use super::{AgentError, AgentSpec, LadderRung, PlayOptions, PlayReport, ServeOptions, Table};

/// The contest, as the arena and the command line know it.
#[derive(Clone, Copy, Debug)]
pub struct Contest;

impl super::Contest for Contest {
    fn name(&self) -> &'static str {
        "challenge"
    }

    fn summary(&self) -> &'static str {
        "five cards, five tricks, and a challenge that stakes the whole game; two players"
    }

    fn seats(&self) -> usize {
        2
    }

    fn ladder(&self) -> &'static [LadderRung] {
        agents::LADDER
    }

    fn table(&self, agents: &[AgentSpec]) -> Result<Box<dyn Table>, AgentError> {
        let [zero, one] = agents else {
            return Err(AgentError::Seats {
                contest: self.name(),
                seats: self.seats(),
                given: agents.len(),
            });
        };
        let factories = [agents::Factory::load(zero)?, agents::Factory::load(one)?];
        Ok(Box::new(ChallengeTable::new(factories)))
    }

    fn serve(&self, _: &ServeOptions) -> anyhow::Result<()> {
        anyhow::bail!("the server of challenge is not built in")
    }

    fn play(&self, _: &PlayOptions) -> anyhow::Result<PlayReport> {
        anyhow::bail!("the client of challenge is not built in")
    }
}
