//! Work on the accounts and games that a contest's server has stored, while no server is running.

use std::path::PathBuf;

/// A task of the command `admin`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AdminTask {
    /// Write the accounts, one JSON object per line.
    ListBots,
    /// Remove an account. Its session ends, its running game is forfeited, its name becomes free, and its
    /// finished games stay.
    RemoveBot {
        /// The account's name.
        name: String,
    },
    /// Replace an account's password. Its session ends.
    SetPassword {
        /// The account's name.
        name: String,
        /// The file with the password.
        password_file: PathBuf,
    },
    /// Write all games, one JSON object per line.
    ExportGames,
}
