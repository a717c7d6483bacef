//! The server side of a contest.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::{AdminTask, ServeOption, ServeOptions};
use cardsharp_game::BadUsage;

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

/// The help of a command for one contest.
#[derive(Clone, Copy, Debug)]
pub struct CommandHelp {
    /// The description of the command, in paragraphs.
    pub text: &'static str,
    /// Example command lines.
    pub examples: &'static [&'static str],
}

/// A player for whom credentials are made.
#[derive(Clone, Debug)]
pub struct CredentialOptions {
    /// The id that the player logs in with.
    pub id: String,
    /// The name that is shown; the id if it is `None`.
    pub name: Option<String>,
    /// The e-mail address of the team.
    pub email: Option<String>,
    /// True if the player is an admin.
    pub admin: bool,
    /// True if the entry contains HA1 for Digest logins. HA1 is as good as the password.
    pub digest: bool,
    /// The file with the password.
    pub password_file: PathBuf,
}
