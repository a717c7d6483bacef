//! `cardsharp credentials`: a player's line for a server's configuration.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;

use super::sides::server_of;
use crate::cli::candidates;
use crate::cli::contest::by_name;
use cardsharp_commands::ContestCommands;
use cardsharp_game::BadUsage;
use cardsharp_net::CredentialOptions;
use cardsharp_terminal::println;

/// Write the line of a player for the configuration of a contest's server
///
/// The password is read from a file and never printed. The line has an Argon2 hash of the password. Unless
/// --no-digest is given, it also has HA1, the hash that Digest logins need. Anyone who reads HA1 can log in
/// by Digest as this player: keep the file secret.
#[derive(Args)]
#[command(after_help = "\
Examples:
  cardsharp credentials dead-mans-draw --id 64a1f0c2 --password-file us.txt --name us
  cardsharp credentials dead-mans-draw --id boss --password-file boss.txt --admin --no-digest

The lines go into the file that `serve --config` reads:
  {\"players\": [LINE, LINE]}")]
pub struct CredentialsArguments {
    /// The contest
    #[arg(value_parser = by_name, add = candidates::contests())]
    contest: &'static dyn ContestCommands,
    /// Id that the player logs in with
    #[arg(long, value_name = "ID")]
    id: String,
    /// File with the password, one line
    #[arg(long, value_name = "FILE")]
    password_file: PathBuf,
    /// Name that is shown [default: the id]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// E-mail address of the team
    #[arg(long, value_name = "ADDRESS")]
    email: Option<String>,
    /// May create matches between players and end them
    #[arg(long)]
    admin: bool,
    /// Leave out HA1; the player can log in by Basic only
    #[arg(long)]
    no_digest: bool,
}

/// Runs the command.
///
/// # Errors
///
/// The contest has no server, or the password cannot be read.
pub fn run(arguments: &CredentialsArguments) -> anyhow::Result<ExitCode> {
    let options = CredentialOptions {
        id: arguments.id.clone(),
        name: arguments.name.clone(),
        email: arguments.email.clone(),
        admin: arguments.admin,
        digest: !arguments.no_digest,
        password_file: arguments.password_file.clone(),
    };
    let nobody = || BadUsage::new("nobody logs in to this contest with a password");
    let credentials = server_of(arguments.contest)?.credentials.ok_or_else(nobody)?;
    let entry = credentials(&options);
    let entry = entry.with_context(|| format!("credentials for {}", arguments.contest.name()))?;
    println!("{entry}");
    Ok(ExitCode::SUCCESS)
}
