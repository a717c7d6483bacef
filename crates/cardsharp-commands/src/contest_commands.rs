//! The commands of a contest.

use std::process::ExitCode;

use cardsharp_contest::{Contest, unknown_policy};
use cardsharp_game::BadUsage;

use crate::client::ContestClient;
use crate::demo::DemoArguments;
use crate::exploit::ExploitArguments;
use crate::inspect::InspectArguments;
use crate::server::ContestServer;
use crate::solve::SolveArguments;
use crate::train::TrainArguments;

/// A contest with its part of each command, as the command line knows it.
pub trait ContestCommands: Contest {
    /// The command `train` with the flags of this contest: the values of `--infosets`, the unit of samples,
    /// and flags that no other contest has.
    fn train_flags(&self, command: clap::Command) -> clap::Command {
        command
    }

    /// Trains a member of the family by sampling. `flags` has the values of the contest's own flags. Returns
    /// `None` if the solver that is asked for needs the compiled game.
    ///
    /// # Errors
    ///
    /// The cause that ended the run early.
    fn train(
        &self,
        _arguments: &TrainArguments,
        _flags: &clap::ArgMatches,
    ) -> anyhow::Result<Option<ExitCode>> {
        Ok(None)
    }

    /// The command `exploit` with the flags for policies of this contest.
    fn exploit_flags(&self, command: clap::Command) -> clap::Command {
        command
    }

    /// Measures a policy of this contest. `flags` has the values of the contest's own flags.
    ///
    /// # Errors
    ///
    /// The policy cannot be read or measured.
    fn exploit(
        &self,
        _arguments: &ExploitArguments,
        _flags: &clap::ArgMatches,
    ) -> anyhow::Result<ExitCode> {
        anyhow::bail!(unknown_policy(self.name()))
    }

    /// The text below the help of `inspect` for policies of this contest: examples and the syntax of
    /// positions.
    fn inspect_help(&self) -> &'static str {
        ""
    }

    /// Shows a policy of this contest, or the policy's strategy in one position.
    ///
    /// # Errors
    ///
    /// The policy cannot be read, or the position is invalid.
    fn inspect(&self, _arguments: &InspectArguments) -> anyhow::Result<()> {
        anyhow::bail!(unknown_policy(self.name()))
    }

    /// The command `solve` with the flags of this contest.
    fn solve_flags(&self, command: clap::Command) -> clap::Command {
        command
    }

    /// Solves a member of the family by the contest's own solver. Returns `None` if the member has to be
    /// compiled as a whole instead.
    ///
    /// # Errors
    ///
    /// The cause that ended the solve early.
    fn solve(
        &self,
        _arguments: &SolveArguments,
        _flags: &clap::ArgMatches,
    ) -> anyhow::Result<Option<ExitCode>> {
        Ok(None)
    }

    /// True if the contest has a demo.
    fn has_demo(&self) -> bool {
        false
    }

    /// The command `demo` with the flags and texts of this contest.
    fn demo_flags(&self, command: clap::Command) -> clap::Command {
        command
    }

    /// Runs the demo, from the rules to live play.
    ///
    /// # Errors
    ///
    /// The cause that ended the demo early.
    fn demo(
        &self,
        _arguments: &DemoArguments,
        _flags: &clap::ArgMatches,
    ) -> anyhow::Result<ExitCode> {
        anyhow::bail!(BadUsage::new(format!("{} has no demo", self.name())))
    }

    /// The subcommand of `export` for policies of this contest, if they can be exported.
    fn export_command(&self) -> Option<clap::Command> {
        None
    }

    /// Exports a policy of this contest in the form that is played with.
    ///
    /// # Errors
    ///
    /// The policy cannot be read or exported.
    fn export(&self, _arguments: &clap::ArgMatches) -> anyhow::Result<ExitCode> {
        let contest = self.name();
        anyhow::bail!(BadUsage::new(format!(
            "policies of {contest} are played as they are"
        )))
    }

    /// The commands that only this contest has, with their arguments.
    fn further_commands(&self) -> Vec<clap::Command> {
        Vec::new()
    }

    /// Runs one of [`ContestCommands::further_commands`].
    ///
    /// # Errors
    ///
    /// The cause that ended the command early.
    fn run_further(&self, name: &str, _arguments: &clap::ArgMatches) -> anyhow::Result<ExitCode> {
        anyhow::bail!(BadUsage::new(format!(
            "{} has no command {name}",
            self.name()
        )))
    }

    /// The server of the contest's protocol, if there is one.
    fn server(&self) -> Option<&'static dyn ContestServer> {
        None
    }

    /// The client of the contest's protocol, if there is one.
    fn client(&self) -> Option<&'static dyn ContestClient> {
        None
    }
}
