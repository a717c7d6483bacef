//! The server side of a contest.

use std::io::Write;
use std::path::Path;

use cardsharp_game::BadUsage;
use cardsharp_net::{AdminTask, CommandHelp, CredentialOptions, ServeOptions};

/// The server of a contest's protocol.
pub trait ContestServer: Sync {
    /// The help of `serve` for this contest.
    fn help(&self) -> CommandHelp;

    /// The command `serve` with the flags that only this server has.
    fn flags(&self, command: clap::Command) -> clap::Command {
        command
    }

    /// Serves until the process is told to stop. `flags` has the values of the server's own flags.
    ///
    /// # Errors
    ///
    /// The options do not go together, the address cannot be had, or a file cannot be read or written.
    fn serve(&self, options: &ServeOptions, flags: &clap::ArgMatches) -> anyhow::Result<()>;

    /// The entry of a player in the server's configuration, as JSON.
    ///
    /// # Errors
    ///
    /// The password cannot be used, or this server has no logins.
    fn credentials(&self, _: &CredentialOptions) -> anyhow::Result<serde_json::Value> {
        anyhow::bail!(BadUsage::new(
            "nobody logs in to this contest with a password"
        ))
    }

    /// Works on the accounts and games that a stopped server has kept in the folder `data`. Answers go to
    /// `output`.
    ///
    /// # Errors
    ///
    /// The folder cannot be read, or this server keeps no accounts.
    fn administer(
        &self,
        _data: &Path,
        _task: &AdminTask,
        _output: &mut dyn Write,
    ) -> anyhow::Result<()> {
        anyhow::bail!(BadUsage::new(
            "the server of this contest keeps no accounts"
        ))
    }
}
