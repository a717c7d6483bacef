//! `cardsharp admin`: the accounts and games that a contest's server has kept.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, Subcommand};

use super::sides::{log_to_stderr, server_of};
use crate::cli::contest::by_name;
use cardsharp_commands::ContestCommands;
use cardsharp_game::BadUsage;
use cardsharp_net::AdminTask;
use cardsharp_terminal::output;

/// Administer the accounts and games that a server has kept
///
/// Works on the folder that `serve --data` has, while that server is stopped; it goes on with its games
/// when it is started again. Only SkullWhist keeps accounts.
#[derive(Args)]
#[command(after_help = "\
Examples:
  cardsharp admin skullwhist --data bots list
  cardsharp admin skullwhist --data bots remove rude-bot
  cardsharp admin skullwhist --data bots set-password us --password-file us.txt
  cardsharp admin skullwhist --data bots export --out games.jsonl")]
pub struct AdminArguments {
    /// The contest
    #[arg(value_parser = by_name)]
    contest: &'static dyn ContestCommands,
    /// Folder of the server
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Print the bots, one JSON object a line
    List,
    /// Remove a bot: its session ends, a running game is forfeited, and its games stay
    Remove {
        /// Name of the bot
        name: String,
    },
    /// Give a bot another password; its session ends, and with it a running game
    SetPassword {
        /// Name of the bot
        name: String,
        /// File with the password, one line
        #[arg(long, value_name = "FILE")]
        password_file: PathBuf,
    },
    /// Write all games, one JSON object a line
    Export {
        /// File to write, which must not be there [default: standard output]
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
}

/// Runs the command.
///
/// # Errors
///
/// The contest has no server, the task fails, or its output cannot be written.
pub fn run(arguments: &AdminArguments) -> anyhow::Result<ExitCode> {
    log_to_stderr(false);
    let (task, out) = match &arguments.task {
        Task::List => (AdminTask::ListBots, None),
        Task::Remove { name } => (AdminTask::RemoveBot { name: name.clone() }, None),
        Task::SetPassword { name, password_file } => {
            let (name, password_file) = (name.clone(), password_file.clone());
            let task = AdminTask::SetPassword { name, password_file };
            (task, None)
        }
        Task::Export { out } => (AdminTask::ExportGames, out.as_deref()),
    };
    let mut bytes = Vec::new();
    let none = || BadUsage::new("the server of this contest keeps no accounts");
    let administer = server_of(arguments.contest)?.administer.ok_or_else(none)?;
    administer(&arguments.data, &task, &mut bytes)
        .with_context(|| format!("administering {}", arguments.contest.name()))?;
    put(out, &bytes)?;
    Ok(ExitCode::SUCCESS)
}

fn put(out: Option<&Path>, bytes: &[u8]) -> anyhow::Result<()> {
    let Some(out) = out else {
        output::write(|stdout| stdout.write_all(bytes));
        return Ok(());
    };
    let mut options = OpenOptions::new();
    let file = options.write(true).create_new(true).open(out);
    file.and_then(|mut file| file.write_all(bytes)).with_context(|| format!("writing {}", out.display()))
}
