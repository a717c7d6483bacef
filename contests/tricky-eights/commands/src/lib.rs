//! Tricky Eights: four players, each for itself, take twelve open cards and play thirteen tricks.

// Not behind the feature `live`: `inspect` reads positions by its session.
pub mod client;
mod commands;

use cardsharp_tricky_eights_bots::agents::Factory;
use commands::export::ExportArguments;

use std::path::Path;
use std::process::ExitCode;

use clap::{ArgMatches, Args, FromArgMatches};

use cardsharp_commands::ContestCommands;
use cardsharp_commands::exploit::ExploitArguments;
use cardsharp_commands::inspect::InspectArguments;
use cardsharp_commands::loaded::loaded;
use cardsharp_commands::train::TrainArguments;
use serde::Deserialize;

use cardsharp_contest::Contest as _;
use cardsharp_contest::explorer::{Exploration, PositionLookup};
use cardsharp_contest::{MeasureRequest, MemberError, TrainedGame, TrainedInfosets, WrittenOut};
use cardsharp_game::outside::ActionSpace;
use cardsharp_game::{AgentEntry, AgentError, AgentSpec, AgentSummary, Replay, Table};
use cardsharp_policy::PolicyRows;
use cardsharp_policy::container::Measured;

use cardsharp_tricky_eights_bots::agents;
use cardsharp_tricky_eights_bots::infosets;
use cardsharp_tricky_eights_bots::measure;
use cardsharp_tricky_eights_bots::policy;
use cardsharp_tricky_eights_bots::training;
use cardsharp_tricky_eights_game::observation;
use cardsharp_tricky_eights_game::replay;
use cardsharp_tricky_eights_game::rules;

use cardsharp_tricky_eights_bots::TrickyEightsTable;

/// The contest, as the arena and the command line know it.
#[derive(Clone, Copy, Debug)]
pub struct Contest;

impl cardsharp_contest::Contest for Contest {
    fn name(&self) -> &'static str {
        "tricky-eights"
    }

    fn summary(&self) -> &'static str {
        "take twelve open cards, play thirteen tricks, and catch the eights; four players, each for itself"
    }

    fn seats(&self) -> usize {
        4
    }

    fn hand_written_agents(&self) -> Vec<AgentSummary> {
        AgentEntry::summaries(agents::HAND_WRITTEN)
    }

    fn trained(&self, text: &str) -> anyhow::Result<TrainedGame> {
        Ok(TrainedGame {
            game: params(text)?.to_string(),
            parameters: None,
            infosets: vec![TrainedInfosets {
                name: infosets::NAME,
                remembers: infosets::SUMMARY.to_owned(),
                rows: Some(infosets::ROWS as u64),
                table_bytes: Some(training::memory_needed()),
            }],
        })
    }

    fn member(&self, text: &str) -> Result<String, MemberError> {
        Ok(params(text)?.to_string())
    }

    fn written_out(&self, text: &str) -> Result<WrittenOut, MemberError> {
        let game = infosets::ExactRound::new(params(text)?).map_err(MemberError::too_large)?;
        Ok(Box::new(game))
    }

    fn small_members(&self) -> &'static [&'static str] {
        &["tricky-eights(players=2,suits=2,ranks=3,pool=2)"]
    }

    fn measure(&self, policy: &Path, request: &MeasureRequest) -> anyhow::Result<Measured> {
        request.without_score(self.name())?;
        let (policy, _) = policy::TrainedPolicy::load(policy)?;
        let rounds = request.samples.unwrap_or(measure::DEFAULT_ROUNDS);
        Ok(measure::measured(&policy, rounds, request.seed))
    }

    fn positions(&self, policy: &Path) -> anyhow::Result<PositionLookup> {
        commands::inspect::positions(policy)
    }

    fn replay(&self, record: &serde_json::Value) -> anyhow::Result<Replay> {
        replay::replay(&Vec::<replay::RecordedRound>::deserialize(record)?)
    }

    fn explorer(&self, policy: &Path) -> anyhow::Result<Exploration> {
        Ok(Exploration::Positions(self.positions(policy)?))
    }

    fn action_space(&self) -> Option<&'static ActionSpace> {
        Some(&observation::ACTIONS)
    }

    fn policy_rows(&self, policy: &Path) -> anyhow::Result<Box<dyn PolicyRows>> {
        let policy = loaded(policy::TrainedPolicy::load(policy)?, "exporting");
        Ok(Box::new(policy::appraisal_rows(policy)))
    }

    fn table(&self, agents: &[AgentSpec]) -> Result<Box<dyn Table>, AgentError> {
        let [north, east, south, west] = AgentSpec::for_seats(self.name(), agents)?;
        Ok(Box::new(TrickyEightsTable::new([
            Factory::load(north)?,
            Factory::load(east)?,
            Factory::load(south)?,
            Factory::load(west)?,
        ])))
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

    fn export_command(&self) -> Option<clap::Command> {
        let command = clap::Command::new(self.name());
        Some(ExportArguments::augment_args(command))
    }

    fn export(&self, arguments: &ArgMatches) -> anyhow::Result<ExitCode> {
        commands::export::run(&ExportArguments::from_arg_matches(arguments)?)
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

/// The parameters of the member of the family that `text` names.
fn params(text: &str) -> Result<rules::Params, MemberError> {
    text.trim().parse().map_err(MemberError::name)
}
