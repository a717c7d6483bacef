//! Dead Man's Draw: two players draw from one pile until they stop or bust, and take cards of each
//! other's banks.

pub mod agents;
#[cfg(feature = "live")]
pub mod client;
mod commands;
pub mod infosets;
pub mod measure;
pub mod observation;
pub mod policy;
mod replay;
pub mod rules;
#[cfg(feature = "live")]
pub mod server;
mod table;
pub mod text;
pub mod training;
pub mod value;
pub mod wire;

pub use table::DeadMansDrawTable;

use std::sync::Arc;

use agents::Factory;
use value::Network;

use std::path::Path;
use std::process::ExitCode;

use clap::ArgMatches;

use crate::commands::exploit::ExploitArguments;
use crate::commands::inspect::InspectArguments;
use crate::commands::loaded::loaded;
use crate::commands::train::TrainArguments;
use serde::Deserialize;

use crate::contest::explorer::{Exploration, PositionLookup};
use crate::contest::outside::ActionSpace;
use crate::contest::{
    AgentEntry, AgentError, AgentSpec, LadderRung, MeasureRequest, MemberError, Replay, Table,
    TrainedGame, TrainedInfosets,
};
use crate::policy::PolicyRows;
use crate::policy::container::Measured;

/// The contest, as the arena and the command line know it.
#[derive(Clone, Copy, Debug)]
pub struct Contest;

impl crate::contest::Contest for Contest {
    fn name(&self) -> &'static str {
        text::NAME
    }

    fn summary(&self) -> &'static str {
        "push your luck on one pile, and rob what the other has banked; two players"
    }

    fn seats(&self) -> usize {
        2
    }

    fn ladder(&self) -> Vec<LadderRung> {
        AgentEntry::rungs(agents::LADDER)
    }

    fn further_agents(&self) -> Vec<LadderRung> {
        AgentEntry::rungs(agents::FURTHER)
    }

    fn trained(&self, text: &str) -> anyhow::Result<TrainedGame> {
        let network = Arc::new(Network::zero());
        let of = |&name: &&'static str| {
            let infosets = infosets::by_name(name, &network)?;
            let (summary, numbering) = (infosets.summary(), infosets.numbering());
            Ok(TrainedInfosets::uncounted(name, summary, numbering))
        };
        Ok(TrainedGame {
            game: self.member(text)?,
            parameters: None,
            infosets: infosets::NAMES
                .iter()
                .map(of)
                .collect::<anyhow::Result<_>>()?,
        })
    }

    fn member(&self, text: &str) -> Result<String, MemberError> {
        let params: rules::Params = text.parse().map_err(MemberError::name)?;
        Ok(params.to_string())
    }

    fn train_flags(&self, command: clap::Command) -> clap::Command {
        commands::train::describe(command)
    }

    fn train(
        &self,
        arguments: &TrainArguments,
        flags: &ArgMatches,
    ) -> anyhow::Result<Option<ExitCode>> {
        commands::train::run(arguments, flags).map(Some)
    }

    fn exploit_flags(&self, command: clap::Command) -> clap::Command {
        commands::exploit::describe(command)
    }

    fn exploit(
        &self,
        arguments: &ExploitArguments,
        flags: &ArgMatches,
    ) -> anyhow::Result<ExitCode> {
        commands::exploit::run(arguments, flags)
    }

    fn measure(&self, policy: &Path, request: &MeasureRequest) -> anyhow::Result<Measured> {
        request.without_score(self.name())?;
        let (policy, _) = policy::TrainedPolicy::load(policy)?;
        Ok(measure::measure_policy(
            &policy,
            request.samples,
            request.seed,
        )?)
    }

    fn positions(&self, policy: &Path) -> anyhow::Result<PositionLookup> {
        commands::inspect::positions(policy)
    }

    fn inspect_help(&self) -> &'static str {
        commands::inspect::HELP
    }

    fn inspect(&self, arguments: &InspectArguments) -> anyhow::Result<()> {
        commands::inspect::run(arguments)
    }

    #[cfg(feature = "live")]
    fn has_demo(&self) -> bool {
        true
    }

    #[cfg(feature = "live")]
    fn demo_flags(&self, command: clap::Command) -> clap::Command {
        commands::demo::describe(command)
    }

    #[cfg(feature = "live")]
    fn demo(
        &self,
        arguments: &crate::commands::demo::DemoArguments,
        flags: &ArgMatches,
    ) -> anyhow::Result<ExitCode> {
        commands::demo::run(arguments, flags)
    }

    fn replay(&self, record: &serde_json::Value) -> anyhow::Result<Replay> {
        Ok(replay::replay(&Vec::<wire::EventMessage>::deserialize(
            record,
        )?))
    }

    fn explorer(&self, policy: &Path) -> anyhow::Result<Exploration> {
        Ok(Exploration::Positions(self.positions(policy)?))
    }

    fn action_space(&self) -> Option<&'static ActionSpace> {
        Some(&observation::ACTIONS)
    }

    fn policy_rows(&self, policy: &Path) -> anyhow::Result<Box<dyn PolicyRows>> {
        let policy = loaded(policy::TrainedPolicy::load(policy)?, "exporting");
        Ok(Box::new(policy::turn_rows(policy)))
    }

    fn table(&self, agents: &[AgentSpec]) -> Result<Box<dyn Table>, AgentError> {
        let [zero, one] = AgentSpec::for_seats(self, agents)?;
        let factories = [Factory::load(zero)?, Factory::load(one)?];
        Ok(Box::new(DeadMansDrawTable::new(factories)))
    }

    #[cfg(feature = "live")]
    fn server(&self) -> Option<&'static dyn crate::contest::ContestServer> {
        Some(&commands::live::Live)
    }

    #[cfg(feature = "live")]
    fn client(&self) -> Option<&'static dyn crate::contest::ContestClient> {
        Some(&commands::live::Live)
    }
}
