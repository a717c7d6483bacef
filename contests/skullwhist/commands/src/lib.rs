//! SkullWhist: two players bid how many of thirteen tricks they will take, without seeing each other's
//! bid, and play them, half the pack out of play.

#[cfg(feature = "live")]
pub mod client;
mod commands;

use cardsharp_skullwhist_bots::agents::Factory;

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
use cardsharp_contest::{MeasureRequest, MemberError, TrainedGame, TrainedInfosets, WrittenOut};
use cardsharp_game::outside::ActionSpace;
use cardsharp_game::{AgentEntry, AgentError, AgentSpec, AgentSummary, Replay, Table};
use cardsharp_policy::PolicyRows;
use cardsharp_policy::container::Measured;
use cardsharp_solvers::sampled::Preset;

use cardsharp_skullwhist_bots::agents;
use cardsharp_skullwhist_bots::infosets;
use cardsharp_skullwhist_bots::measure;
use cardsharp_skullwhist_bots::policy;
use cardsharp_skullwhist_game::observation;
use cardsharp_skullwhist_game::replay;
use cardsharp_skullwhist_game::rules;

use cardsharp_skullwhist_bots::SkullWhistTable;

/// The contest, as the arena and the command line know it.
#[derive(Clone, Copy, Debug)]
pub struct Contest;

impl cardsharp_contest::Contest for Contest {
    fn name(&self) -> &'static str {
        "skullwhist"
    }

    fn summary(&self) -> &'static str {
        "bid your tricks, then take them, with spades as trumps; two players"
    }

    fn seats(&self) -> usize {
        2
    }

    fn hand_written_agents(&self) -> Vec<AgentSummary> {
        AgentEntry::summaries(agents::HAND_WRITTEN)
    }

    /// Information sets that are for smaller members are left out.
    fn trained(&self, text: &str) -> anyhow::Result<TrainedGame> {
        let params = params(text)?;
        let of = |name: &'static str| {
            let infosets = infosets::by_name(name, params).ok()?;
            let (summary, numbering) = (infosets.summary(), infosets.numbering());
            Some(TrainedInfosets::uncounted(name, summary, numbering))
        };
        Ok(TrainedGame {
            game: params.to_string(),
            parameters: None,
            infosets: infosets::NAMES.into_iter().filter_map(of).collect(),
        })
    }

    fn member(&self, text: &str) -> Result<String, MemberError> {
        Ok(params(text)?.to_string())
    }

    fn written_out(&self, text: &str) -> Result<WrittenOut, MemberError> {
        let game = infosets::ExplicitGame::new(params(text)?).map_err(MemberError::too_large)?;
        Ok(Box::new(game))
    }

    fn further_solvers(&self) -> &'static [(&'static str, &'static str)] {
        const FURTHER: &[(&str, &str)] = &[(Preset::PATHS.name, Preset::PATHS.summary)];
        FURTHER
    }

    fn measure(&self, policy: &Path, request: &MeasureRequest) -> anyhow::Result<Measured> {
        request.without_score(self.name())?;
        let (policy, _) = policy::TrainedPolicy::load(policy)?;
        Ok(measure::measured(&policy, request.samples, request.seed))
    }

    fn positions(&self, policy: &Path) -> anyhow::Result<PositionLookup> {
        commands::inspect::positions(policy)
    }

    fn replay(&self, record: &serde_json::Value) -> anyhow::Result<Replay> {
        replay::Record::deserialize(record)?.replay()
    }

    fn explorer(&self, policy: &Path) -> anyhow::Result<Exploration> {
        Ok(Exploration::Positions(self.positions(policy)?))
    }

    fn action_space(&self) -> Option<&'static ActionSpace> {
        Some(&observation::ACTIONS)
    }

    fn policy_rows(&self, policy: &Path) -> anyhow::Result<Box<dyn PolicyRows>> {
        let policy = loaded(policy::TrainedPolicy::load(policy)?, "exporting");
        Ok(policy::rows_of(policy))
    }

    fn table(&self, agents: &[AgentSpec]) -> Result<Box<dyn Table>, AgentError> {
        let [zero, one] = AgentSpec::for_seats(self.name(), agents)?;
        let factories = [Factory::load(zero)?, Factory::load(one)?];
        Ok(Box::new(SkullWhistTable::new(factories)))
    }
}

impl ContestCommands for Contest {
    fn train_flags(&self, command: clap::Command) -> clap::Command {
        commands::train::describe(command)
    }

    fn train(
        &self,
        arguments: &TrainArguments,
        _: &ArgMatches,
    ) -> anyhow::Result<Option<ExitCode>> {
        commands::train::run(arguments)
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
    fn server(&self) -> Option<&'static dyn cardsharp_commands::ContestServer> {
        Some(&commands::live::Live)
    }

    #[cfg(feature = "live")]
    fn client(&self) -> Option<&'static dyn cardsharp_commands::ContestClient> {
        Some(&commands::live::Live)
    }
}

/// The parameters that `text` names.
fn params(text: &str) -> Result<rules::Params, MemberError> {
    text.parse().map_err(MemberError::name)
}
