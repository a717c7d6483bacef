//! The server side of a contest.

use std::io::Write;
use std::path::Path;

use cardsharp_net::{AdminTask, CommandHelp, CredentialOptions};
use clap::{ArgMatches, Command};

use crate::serve::ServeOptions;

/// The server of a contest's protocol: its part of the commands `serve`, `credentials` and `admin`.
pub struct ContestServer {
    /// The help of `serve` for this contest.
    pub help: CommandHelp,
    /// Adds the flags that only this server has.
    pub describe: fn(Command) -> Command,
    /// Serves until the process is told to stop. The second argument has the values of the server's own flags.
    ///
    /// # Errors
    ///
    /// The options do not go together, the address cannot be had, or a file cannot be read or written.
    pub serve: fn(&ServeOptions, &ArgMatches) -> anyhow::Result<()>,
    /// The entry of a player in the server's configuration, as JSON; if players log in with a password.
    ///
    /// # Errors
    ///
    /// The password cannot be used.
    pub credentials: Option<fn(&CredentialOptions) -> anyhow::Result<serde_json::Value>>,
    /// Works on the accounts and games that a stopped server has kept in a folder; if it keeps accounts.
    ///
    /// # Errors
    ///
    /// The folder cannot be read.
    pub administer: Option<Administer>,
}

/// Does a task in the folder of a stopped server. Answers go to the writer.
pub type Administer = fn(&Path, &AdminTask, &mut dyn Write) -> anyhow::Result<()>;
