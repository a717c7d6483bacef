//! The help of a command for one contest, and the player of `credentials`.

use std::path::PathBuf;

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
