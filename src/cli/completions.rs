//! `cardsharp completions`: the script with which a shell completes the command line.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Args, Command};
use clap_complete::Shell;
use clap_complete::env::Shells;

use cardsharp_terminal::output;

/// Print what a shell needs to complete cardsharp's arguments
///
/// The script asks the program itself, which has to be on the PATH: so contests, agents, games and the policy files of the folder are completed too.
#[derive(Args)]
#[command(after_help = "\
Example:
  cardsharp completions bash > ~/.local/share/bash-completion/completions/cardsharp")]
pub struct CompletionsArguments {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Runs the command. `line` describes the whole command line.
///
/// # Errors
///
/// There is no completion for the shell.
pub fn run(arguments: &CompletionsArguments, line: Command) -> Result<ExitCode> {
    let name = line.get_name();
    let shell = arguments.shell.to_string();
    let known = Shells::builtins();
    let shell = known.completer(&shell).context("no completion for this shell")?;
    let mut script = Vec::new();
    shell.write_registration("COMPLETE", name, name, name, &mut script)?;
    output::write(|output| output.write_all(&script));
    Ok(ExitCode::SUCCESS)
}
