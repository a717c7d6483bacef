//! The command line: one file a subcommand, each from arguments as typed to a validated run.
//!
//! Exit codes: 0 done, 1 failed, 2 bad usage, 130 interrupted after saving. With `--json` a command
//! prints one JSON object on standard output; everything meant for a person goes to standard error
//! then, so that the two can be told apart.

mod completions;
mod plot;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

#[derive(Parser)]
#[command(name = "cardsharp", version, about, propagate_version = true)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Plot(plot::PlotArguments),
    Completions(completions::CompletionsArguments),
}

/// Runs the command that the process was started with.
pub fn main() -> ExitCode {
    let line = CommandLine::parse();
    let outcome: anyhow::Result<ExitCode> = match line.command {
        Command::Plot(arguments) => plot::run(&arguments),
        Command::Completions(arguments) => completions::run(&arguments, CommandLine::command()),
    };
    match outcome {
        Ok(code) => code,
        Err(error) => {
            eprintln!("cardsharp: {error:#}");
            ExitCode::FAILURE
        }
    }
}
