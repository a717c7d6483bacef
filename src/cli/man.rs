//! `cardsharp man`: the help texts as manual pages.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Args, Command};

/// Write the manual pages, one for every command
#[derive(Args)]
#[command(after_help = "\
Example:
  cardsharp man --out ~/.local/share/man/man1

Then `man cardsharp-train` shows what `cardsharp train --help` does.")]
pub struct ManArguments {
    /// Folder of the pages; it is made if it is not there
    #[arg(long, value_name = "FOLDER", value_hint = clap::ValueHint::DirPath)]
    out: PathBuf,
}

/// Runs the command. `line` describes the whole command line.
///
/// # Errors
///
/// The folder cannot be created or written to.
pub fn run(arguments: &ManArguments, line: Command) -> Result<ExitCode> {
    let folder = arguments.out.display();
    std::fs::create_dir_all(&arguments.out).with_context(|| format!("cannot make {folder}"))?;
    clap_mangen::generate_to(line.disable_help_subcommand(true), &arguments.out)
        .with_context(|| format!("cannot write to {folder}"))?;
    Ok(ExitCode::SUCCESS)
}
