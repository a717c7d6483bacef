//! Tricky Eights: four players, each for itself, take twelve open cards and play thirteen tricks.

pub mod agents;
// Not behind the feature `live`: `inspect` reads positions by its session.
pub mod client;
mod commands;
pub mod export;
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
pub mod wire;

pub use table::{TrickyEightsTable, deal_of};

use agents::Factory;
use commands::export::ExportArguments;

use std::path::Path;
use std::process::ExitCode;

use clap::{ArgMatches, Args, FromArgMatches};

use crate::commands::exploit::ExploitArguments;
use crate::commands::inspect::InspectArguments;
use crate::commands::loaded::loaded;
use crate::commands::train::TrainArguments;
use serde::Deserialize;

use crate::contest::explorer::{Exploration, PositionLookup};
use crate::contest::outside::ActionSpace;
use crate::contest::{
    AgentEntry, AgentError, AgentSpec, LadderRung, MeasureRequest, MemberError, Replay, Table,
    TrainedGame, TrainedInfosets, WrittenOut,
};
use crate::policy::PolicyRows;
use crate::policy::container::Measured;

/// The contest, as the arena and the command line know it.
#[derive(Clone, Copy, Debug)]
pub struct Contest;

impl crate::contest::Contest for Contest {
    fn name(&self) -> &'static str {
        "tricky-eights"
    }

    fn summary(&self) -> &'static str {
        "take twelve open cards, play thirteen tricks, and catch the eights; four players, each for itself"
    }

    fn seats(&self) -> usize {
        4
    }

    fn ladder(&self) -> Vec<LadderRung> {
        AgentEntry::rungs(agents::LADDER)
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

    fn measure(&self, policy: &Path, request: &MeasureRequest) -> anyhow::Result<Measured> {
        request.without_score(self.name())?;
        let (policy, _) = policy::TrainedPolicy::load(policy)?;
        let rounds = request.samples.unwrap_or(measure::DEFAULT_ROUNDS);
        Ok(measure::measured(&policy, rounds, request.seed))
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

    fn export_command(&self) -> Option<clap::Command> {
        let command = clap::Command::new(self.name());
        Some(ExportArguments::augment_args(command))
    }

    fn export(&self, arguments: &ArgMatches) -> anyhow::Result<ExitCode> {
        commands::export::run(&ExportArguments::from_arg_matches(arguments)?)
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
        let [north, east, south, west] = AgentSpec::for_seats(self, agents)?;
        Ok(Box::new(TrickyEightsTable::new([
            Factory::load(north)?,
            Factory::load(east)?,
            Factory::load(south)?,
            Factory::load(west)?,
        ])))
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

/// The parameters of the member of the family that `text` names.
fn params(text: &str) -> Result<rules::Params, MemberError> {
    text.trim().parse().map_err(MemberError::name)
}
