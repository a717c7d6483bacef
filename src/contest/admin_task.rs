//! Work on the accounts and games that a contest's server has kept, while it is not running.

use std::path::PathBuf;

/// What to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AdminTask {
    /// Write the accounts, one JSON object a line.
    ListBots,
    /// Remove an account: its session ends, its running game is forfeited, its name is free, and its
    /// games stay.
    RemoveBot {
        /// The account's name.
        name: String,
    },
    /// Give an account another password; its session ends.
    SetPassword {
        /// The account's name.
        name: String,
        /// The file with the password.
        password_file: PathBuf,
    },
    /// Write all games, one JSON object a line.
    ExportGames,
}
