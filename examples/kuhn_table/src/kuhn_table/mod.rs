//! Kuhn poker at a table: the smallest contest that has everything but a wire.

mod agents;
mod demo;
mod export;
mod table;

use std::process::ExitCode;

use cardsharp::commands::demo::DemoArguments;
use cardsharp::contest::{
    AgentError, AgentSpec, AgentSummary, ContestCommands, MemberError, Table, WrittenOut,
};
use cardsharp_solvers::games::Kuhn;
use clap::{ArgMatches, Args, FromArgMatches};

/// The name of the contest and of its only game.
const NAME: &str = "kuhn-table";

/// The contest, as the arena and the command line know it.
pub struct Contest;

impl cardsharp::contest::Contest for Contest {
    fn name(&self) -> &'static str {
        NAME
    }

    fn summary(&self) -> &'static str {
        "one card of three each, one bet; the higher card wins"
    }

    fn seats(&self) -> usize {
        2
    }

    fn hand_written_agents(&self) -> Vec<AgentSummary> {
        agents::HAND_WRITTEN.to_vec()
    }

    fn member(&self, text: &str) -> Result<String, MemberError> {
        if text.trim() == NAME {
            Ok(NAME.to_owned())
        } else {
            Err(MemberError::name(format!("{NAME} has no parameters")))
        }
    }

    fn written_out(&self, text: &str) -> Result<WrittenOut, MemberError> {
        self.member(text)?;
        Ok(Box::new(Kuhn::TWO))
    }

    fn table(&self, agents: &[AgentSpec]) -> Result<Box<dyn Table>, AgentError> {
        let [zero, one] = AgentSpec::for_seats(self.name(), agents)?;
        let agents = [agents::Agent::load(zero)?, agents::Agent::load(one)?];
        Ok(Box::new(table::KuhnTable::new(agents)))
    }
}

impl ContestCommands for Contest {
    fn has_demo(&self) -> bool {
        true
    }

    fn demo(&self, arguments: &DemoArguments, _: &ArgMatches) -> anyhow::Result<ExitCode> {
        demo::run(arguments)
    }

    fn export_command(&self) -> Option<clap::Command> {
        let command = clap::Command::new(NAME);
        Some(export::ExportArguments::augment_args(command))
    }

    fn export(&self, arguments: &ArgMatches) -> anyhow::Result<ExitCode> {
        export::run(&export::ExportArguments::from_arg_matches(arguments)?)
    }
}
