//! The server side of a contest.

use std::io::Write;
use std::path::Path;

use super::{AdminTask, BadUsage, CommandHelp, CredentialOptions, ServeOption, ServeOptions};

/// The server of a contest's protocol.
pub trait ContestServer: Sync {
    /// The help of `serve` for this contest.
    fn help(&self) -> CommandHelp;

    /// The options that this server takes, of those that not every server has.
    fn options(&self) -> &'static [ServeOption];

    /// Serves until the process is told to stop. The caller has refused options that the server does not
    /// take, by [`ServeOptions::check`].
    ///
    /// # Errors
    ///
    /// The address cannot be had, or a file cannot be read or written.
    fn serve(&self, options: &ServeOptions) -> anyhow::Result<()>;

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
