//! Challenge: five cards, five tricks, and a challenge that stakes the whole game.

#[cfg(feature = "live")]
pub mod client;
mod commands;

use cardsharp_challenge_solver::infosets::{HandGame, NAMES, Payoffs, by_name};
use cardsharp_solvers::sampled::{ExternalSampling, Numbering};

use std::path::Path;
use std::process::ExitCode;

use clap::{ArgMatches, Args, FromArgMatches};

use cardsharp_commands::ContestCommands;
use cardsharp_commands::exploit::ExploitArguments;
use cardsharp_commands::inspect::InspectArguments;
use cardsharp_commands::loaded::loaded;
use cardsharp_commands::solve::SolveArguments;
use cardsharp_commands::train::TrainArguments;
use serde::Deserialize;

use cardsharp_challenge_solver::training::Sampling;
use cardsharp_contest::Contest as _;
use cardsharp_contest::explorer::{Exploration, PositionLookup};
use cardsharp_contest::{
    Advisor, MeasureRequest, MemberError, StagedStudy, TrainedGame, TrainedInfosets, WrittenOut,
};
use cardsharp_game::outside::ActionSpace;
use cardsharp_game::{AgentEntry, AgentError, AgentSpec, AgentSummary, Replay, Table};
use cardsharp_policy::PolicyRows;
use cardsharp_policy::container::Measured;

use cardsharp_challenge_bots::advice;
use cardsharp_challenge_bots::agents;
use cardsharp_challenge_bots::explore;
use cardsharp_challenge_game::observation;
use cardsharp_challenge_game::replay;
use cardsharp_challenge_game::rules;
use cardsharp_challenge_solver::infosets;
use cardsharp_challenge_solver::policy;

use cardsharp_challenge_bots::ChallengeTable;

/// The contest, as the arena and the command line know it.
#[derive(Clone, Copy, Debug)]
pub struct Contest;

impl cardsharp_contest::Contest for Contest {
    fn name(&self) -> &'static str {
        "challenge"
    }

    fn summary(&self) -> &'static str {
        "five cards, five tricks, and a challenge that stakes the whole game; two players"
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
        trained_member(member(text)?)
    }

    fn member(&self, text: &str) -> Result<String, MemberError> {
        Ok(member(text)?.to_string())
    }

    fn written_out(&self, text: &str) -> Result<WrittenOut, MemberError> {
        let game = infosets::WrittenHand::new(member(text)?).map_err(MemberError::too_large)?;
        Ok(Box::new(game))
    }

    fn small_members(&self) -> &'static [&'static str] {
        &[
            "challenge(ranks=3,copies=2,hand_size=2)",
            "challenge(ranks=4,copies=2,hand_size=3)",
        ]
    }

    fn further_solvers(&self) -> &'static [(&'static str, &'static str)] {
        &[
            (Sampling::RANGES, Sampling::RANGES_SUMMARY),
            (Sampling::TRUNK, Sampling::TRUNK_SUMMARY),
        ]
    }

    fn measure(&self, policy: &Path, request: &MeasureRequest) -> anyhow::Result<Measured> {
        commands::exploit::measured(policy, request)
    }

    fn positions(&self, policy: &Path) -> anyhow::Result<PositionLookup> {
        commands::inspect::positions(policy)
    }

    fn memories(&self, bytes: &[u8]) -> Option<Vec<String>> {
        commands::memories::in_words(bytes)
    }

    fn values_study(&self) -> Option<StagedStudy> {
        Some(commands::values::study())
    }

    fn replay(&self, record: &serde_json::Value) -> anyhow::Result<Replay> {
        Ok(replay::replay(&Vec::<rules::Event>::deserialize(record)?))
    }

    #[cfg(feature = "live")]
    fn served_journal(&self) -> Option<cardsharp_game::ServedJournal> {
        Some(cardsharp_challenge_server::SERVED_JOURNAL)
    }

    fn advisor(&self, policy: &Path) -> anyhow::Result<Box<dyn Advisor>> {
        Ok(Box::new(advice::PolicyAdvisor::load(policy)?))
    }

    fn explorer(&self, policy: &Path) -> anyhow::Result<Exploration> {
        let explorer = explore::PolicyExplorer::load(policy)?;
        Ok(Exploration::Tree(Box::new(explorer)))
    }

    fn action_space(&self) -> Option<&'static ActionSpace> {
        Some(&observation::ACTIONS)
    }

    fn policy_rows(&self, policy: &Path) -> anyhow::Result<Box<dyn PolicyRows>> {
        let policy = loaded(policy::TrainedPolicy::load(policy)?, "exporting");
        Ok(Box::new(policy::HandRows::new(policy)))
    }

    fn table(&self, agents: &[AgentSpec]) -> Result<Box<dyn Table>, AgentError> {
        let agents = AgentSpec::for_seats(self.name(), agents)?;
        Ok(Box::new(ChallengeTable::new(agents)?))
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
        commands::train::run(arguments, flags)
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

    fn solve_flags(&self, command: clap::Command) -> clap::Command {
        commands::solve::describe(command)
    }

    fn solve(
        &self,
        arguments: &SolveArguments,
        flags: &ArgMatches,
    ) -> anyhow::Result<Option<ExitCode>> {
        commands::solve::run(arguments, flags)
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
        _: &ArgMatches,
    ) -> anyhow::Result<ExitCode> {
        commands::demo::run(arguments)
    }

    fn further_commands(&self) -> Vec<clap::Command> {
        use commands::{merge::MergeArguments, values::ValuesArguments};
        let values = ValuesArguments::augment_args(clap::Command::new("values"));
        let merge = MergeArguments::augment_args(clap::Command::new("merge"));
        vec![values, merge]
    }

    fn run_further(&self, name: &str, arguments: &ArgMatches) -> anyhow::Result<ExitCode> {
        use commands::{merge, values};
        match name {
            "merge" => merge::run(&merge::MergeArguments::from_arg_matches(arguments)?),
            _ => values::run(&values::ValuesArguments::from_arg_matches(arguments)?),
        }
    }

    fn export_command(&self) -> Option<clap::Command> {
        use commands::export::ExportArguments;
        Some(ExportArguments::augment_args(clap::Command::new(
            self.name(),
        )))
    }

    fn export(&self, arguments: &ArgMatches) -> anyhow::Result<ExitCode> {
        use commands::export::{ExportArguments, run};
        run(&ExportArguments::from_arg_matches(arguments)?)
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

/// The member of the family that `text` names.
fn member(text: &str) -> Result<rules::Params, MemberError> {
    text.trim().parse().map_err(MemberError::name)
}

/// The information sets that can be trained for a member of the family.
///
/// # Errors
///
/// Information sets that cannot be had.
fn trained_member(rules: rules::Params) -> anyhow::Result<TrainedGame> {
    let game = HandGame::new(rules, vec![Payoffs::EARLY]);
    let of = |&name: &&'static str| {
        let infosets = by_name(name, &game)?;
        let dense = matches!(infosets.numbering(), Numbering::Dense { .. });
        Ok(TrainedInfosets {
            name,
            remembers: infosets.summary(),
            rows: dense.then(|| infosets.count(&game)),
            table_bytes: dense.then(|| ExternalSampling::memory(&*infosets, u64::MAX).bytes),
        })
    };
    Ok(TrainedGame {
        game: rules.to_string(),
        parameters: Some(serde_json::to_value(rules)?),
        infosets: NAMES.iter().map(of).collect::<anyhow::Result<_>>()?,
    })
}
