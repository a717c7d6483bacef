//! `cardsharp starter`: the sources of a bot of one's own.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use cardsharp_commands::ContestCommands;
use cardsharp_commands::starter::{KitFile, Language};
use cardsharp_game::BadUsage;
use cardsharp_system::files::for_running;
use cardsharp_terminal::println;
use clap::Args;

use crate::cli::candidates;
use crate::cli::contest::by_name;

/// Write a starter kit: a bot of one's own for a contest, which plays legal moves at random
///
/// The kit has the bot's source, a script that compiles and starts it, a script that plays it against an agent on a
/// server of its own, and a description. It needs nothing but the language.
#[derive(Args)]
#[command(after_help = "\
Examples:
  cardsharp starter challenge --language python --out mybot
  cardsharp starter tricky-eights --language c++ --out contestant

Then `./play` in that folder plays a rated game.")]
pub struct StarterArguments {
    /// The contest
    #[arg(value_parser = by_name, add = candidates::contests())]
    contest: &'static dyn ContestCommands,
    /// Language of the bot
    #[arg(long, value_enum)]
    language: Language,
    /// Folder to make
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

/// Runs the command.
///
/// # Errors
///
/// The contest has no kits, the folder has files, or it cannot be written.
pub(super) fn run(arguments: &StarterArguments) -> anyhow::Result<ExitCode> {
    let name = arguments.contest.name();
    let missing = || BadUsage::new(format!("{name} has no starter kits"));
    let kits = arguments.contest.commands().starter.ok_or_else(missing)?;
    let out = &arguments.out;
    require_empty(out)?;
    for file in kits.files(arguments.language) {
        write(out, &file).with_context(|| format!("cannot write {}", out.join(file.name).display()))?;
    }
    let bot = arguments.language.bot();
    println!("{}: a bot for {name}. Its strategy is in {bot}.", out.display());
    println!("Next: cd {} && ./play", out.display());
    Ok(ExitCode::SUCCESS)
}

/// Makes the folder.
fn require_empty(folder: &Path) -> anyhow::Result<()> {
    let failed = || format!("cannot make the folder {}", folder.display());
    fs::create_dir_all(folder).with_context(failed)?;
    if fs::read_dir(folder).with_context(failed)?.next().is_some() {
        let message = format!("{} is not empty: name another folder with --out, or remove its files", folder.display());
        return Err(BadUsage::new(message).into());
    }
    Ok(())
}

fn write(folder: &Path, file: &KitFile) -> std::io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    if file.runs {
        for_running(&mut options);
    }
    options.open(folder.join(file.name))?.write_all(file.text.as_bytes())
}
