//! SkullWhist: two players bid how many of thirteen tricks they will take, without seeing each other's
//! bid, and play them, half the pack out of play.
//!
//! Of the rooms of a contest `infosets`, `wire`, `client` and `server` are still missing.

pub mod agents;
pub mod rules;
pub mod search;
mod table;
pub mod text;

pub use table::SkullWhistTable;

use agents::Factory;

use super::{
    AgentError, AgentSpec, LadderRung, PlayOption, PlayOptions, PlayReport, ServeOption,
    ServeOptions, Table,
};

/// The contest, as the arena and the command line know it.
#[derive(Clone, Copy, Debug)]
pub struct Contest;

impl super::Contest for Contest {
    fn name(&self) -> &'static str {
        "skullwhist"
    }

    fn summary(&self) -> &'static str {
        "bid your tricks, then take them, with spades as trumps; two players"
    }

    fn seats(&self) -> usize {
        2
    }

    fn ladder(&self) -> &'static [LadderRung] {
        agents::LADDER
    }

    fn table(&self, agents: &[AgentSpec]) -> Result<Box<dyn Table>, AgentError> {
        let [zero, one] = AgentSpec::for_seats(self, agents)?;
        let factories = [Factory::load(zero)?, Factory::load(one)?];
        Ok(Box::new(SkullWhistTable::new(factories)))
    }

    fn serve_options(&self) -> &'static [ServeOption] {
        &[]
    }

    fn serve(&self, _: &ServeOptions) -> anyhow::Result<()> {
        anyhow::bail!(
            "there is no server of {} yet: agents meet by cardsharp match",
            self.name()
        )
    }

    fn play_options(&self) -> &'static [PlayOption] {
        &[]
    }

    fn play(&self, _: &PlayOptions) -> anyhow::Result<PlayReport> {
        anyhow::bail!(
            "there is no client of {} yet: agents meet by cardsharp match",
            self.name()
        )
    }
}
