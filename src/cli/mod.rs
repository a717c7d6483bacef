//! The command line: one file a subcommand, each from arguments as typed to a validated run.
//!
//! Exit codes: 0 done, 1 failed, 2 bad usage, 130 interrupted after saving. With `--json` a command
//! prints one JSON object on standard output; everything meant for a person goes to standard error
//! then, so that the two can be told apart.

mod completions;
mod exploit;
mod export;
mod games;
mod inspect;
mod interrupt;
mod r#match;
mod plot;
mod quantities;
mod train;
mod values;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use crate::contests::AgentError;

/// Exit code for what was typed wrongly; clap has the same.
const BAD_USAGE: u8 = 2;

#[derive(Parser)]
#[command(name = "cardsharp", version, about, propagate_version = true)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play agents against each other in this process.
    Match(r#match::MatchArgs),
    Train(train::TrainArguments),
    Exploit(exploit::ExploitArguments),
    Export(export::ExportArguments),
    Games(games::GamesArguments),
    Inspect(inspect::InspectArguments),
    Values(values::ValuesArguments),
    Plot(plot::PlotArguments),
    Completions(completions::CompletionsArguments),
}

/// Runs the command that the process was started with.
pub fn main() -> ExitCode {
    let line = CommandLine::parse();
    let outcome: anyhow::Result<ExitCode> = match &line.command {
        Command::Match(args) => r#match::run(args),
        Command::Train(arguments) => train::run(arguments),
        Command::Exploit(arguments) => exploit::run(arguments),
        Command::Export(arguments) => export::run(arguments),
        Command::Games(arguments) => games::run(arguments),
        Command::Inspect(arguments) => inspect::run(arguments),
        Command::Values(arguments) => values::run(arguments),
        Command::Plot(arguments) => plot::run(arguments),
        Command::Completions(arguments) => completions::run(arguments, CommandLine::command()),
    };
    match outcome {
        Ok(code) => code,
        Err(error) => {
            eprintln!("cardsharp: {error:#}");
            match error.is::<AgentError>() {
                true => ExitCode::from(BAD_USAGE),
                false => ExitCode::FAILURE,
            }
        }
    }
}
