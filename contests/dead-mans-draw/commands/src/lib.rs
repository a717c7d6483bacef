//! Dead Man's Draw: two players draw from one pile until they stop or bust, and take cards of each
//! other's banks.

#[cfg(feature = "live")]
pub mod client;
mod commands;

use std::sync::Arc;

use cardsharp_dead_mans_draw_bots::agents::Factory;
use cardsharp_dead_mans_draw_bots::value::Network;

use std::path::Path;
use std::process::ExitCode;

use clap::ArgMatches;

use cardsharp_commands::ContestCommands;
use cardsharp_commands::exploit::ExploitArguments;
use cardsharp_commands::inspect::InspectArguments;
use cardsharp_commands::loaded::loaded;
use cardsharp_commands::train::TrainArguments;
use serde::Deserialize;

use cardsharp_contest::explorer::{Exploration, PositionLookup};
use cardsharp_contest::{MeasureRequest, MemberError, TrainedGame, TrainedInfosets};
use cardsharp_game::outside::ActionSpace;
use cardsharp_game::{AgentEntry, AgentError, AgentSpec, AgentSummary, Replay, Table};
use cardsharp_policy::PolicyRows;
use cardsharp_policy::container::Measured;

use cardsharp_dead_mans_draw_bots::agents;
use cardsharp_dead_mans_draw_bots::infosets;
use cardsharp_dead_mans_draw_bots::measure;
use cardsharp_dead_mans_draw_bots::policy;
use cardsharp_dead_mans_draw_game::observation;
use cardsharp_dead_mans_draw_game::replay;
use cardsharp_dead_mans_draw_game::rules;
use cardsharp_dead_mans_draw_game::text;
use cardsharp_dead_mans_draw_game::wire;

use cardsharp_dead_mans_draw_bots::DeadMansDrawTable;

/// The contest, as the arena and the command line know it.
#[derive(Clone, Copy, Debug)]
pub struct Contest;

impl cardsharp_contest::Contest for Contest {
    fn name(&self) -> &'static str {
        text::NAME
    }

    fn summary(&self) -> &'static str {
        "push your luck on one pile, and rob what the other has banked; two players"
    }

    fn seats(&self) -> usize {
        2
    }

    fn hand_written_agents(&self) -> Vec<AgentSummary> {
        AgentEntry::summaries(agents::HAND_WRITTEN)
    }

    fn further_agents(&self) -> Vec<AgentSummary> {
        AgentEntry::summaries(agents::FURTHER)
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
        let [zero, one] = AgentSpec::for_seats(self.name(), agents)?;
        let factories = [Factory::load(zero)?, Factory::load(one)?];
        Ok(Box::new(DeadMansDrawTable::new(factories)))
    }
}

impl ContestCommands for Contest {
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
        arguments: &cardsharp_commands::demo::DemoArguments,
        flags: &ArgMatches,
    ) -> anyhow::Result<ExitCode> {
        commands::demo::run(arguments, flags)
    }

    #[cfg(feature = "live")]
    fn server(&self) -> Option<&'static dyn cardsharp_commands::ContestServer> {
        Some(&commands::live::Live)
    }

    #[cfg(feature = "live")]
    fn client(&self) -> Option<&'static dyn cardsharp_commands::ContestClient> {
        Some(&commands::live::Live)
    }
}
