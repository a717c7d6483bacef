//! `cardsharp completions`: what a shell needs to complete the command line.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, Command};
use clap_complete::{Shell, generate};

use crate::output;

/// Prints what a shell needs to complete cardsharp's arguments
#[derive(Args)]
#[command(after_help = "\
Example:
  cardsharp completions bash > ~/.local/share/bash-completion/completions/cardsharp")]
pub struct CompletionsArguments {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Runs the command; `line` is the whole command line's description.
pub fn run(arguments: &CompletionsArguments, mut line: Command) -> Result<ExitCode> {
    let name = line.get_name().to_owned();
    // Into memory first: `generate` panics where the output is closed early.
    let mut script = Vec::new();
    generate(arguments.shell, &mut line, name, &mut script);
    output::write(|output| output.write_all(&script));
    Ok(ExitCode::SUCCESS)
}
