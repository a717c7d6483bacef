//! What a server is told before it starts.

use std::net::{IpAddr, Ipv4Addr};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use thiserror::Error;

use super::accounts::{Accounts, AccountsError};
use super::journal::JournalError;
use crate::contests::dead_mans_draw::wire::LONG_POLL_SECONDS;
use crate::contests::server_thread::ServiceError;
use crate::contests::{ServeOptions, SyncPolicy};

/// The port where nothing else is said.
pub const PORT: u16 = 8080;

/// What a server is told before it starts.
#[derive(Clone, Debug)]
pub struct ServerConfig {
    /// Address to listen on.
    pub bind: IpAddr,
    /// Port; 0 takes a free one.
    pub port: u16,
    /// Who may log in.
    pub accounts: Accounts,
    /// Folder of the journal; none keeps matches in memory only.
    pub data: Option<PathBuf>,
    /// What an answer waits for, if there is a journal.
    pub sync: SyncPolicy,
    /// Stop after this many matches came to their end.
    pub matches: Option<NonZeroUsize>,
    /// How long the server stays after the last of these matches for players who have not seen its end.
    pub farewell: Duration,
    /// Whether those who ask very often are made to wait.
    pub throttle: bool,
    /// End the turns of late players once a second, without being asked by an admin.
    pub watchdog: bool,
    /// How long a request that waits is kept.
    pub long_poll: Duration,
    /// Where the seeds of matches come from that were given none; none makes them unguessable.
    pub seed: Option<u64>,
}

impl ServerConfig {
    /// A server on a free loopback port with [`PRACTICE_PLAYERS`](super::PRACTICE_PLAYERS), that
    /// keeps no journal.
    pub fn on_free_port() -> ServerConfig {
        ServerConfig {
            bind: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 0,
            accounts: Accounts::practice(),
            data: None,
            sync: SyncPolicy::Os,
            matches: None,
            farewell: Duration::from_secs(5),
            throttle: true,
            watchdog: false,
            long_poll: Duration::from_secs(LONG_POLL_SECONDS),
            seed: None,
        }
    }

    /// What the command line asks for; reads the table of players.
    ///
    /// # Errors
    ///
    /// The table cannot be used, or there is none and others could reach the server.
    pub fn from_options(options: &ServeOptions) -> Result<ServerConfig, ServeError> {
        let accounts = match &options.config {
            Some(path) => Accounts::from_file(path)?,
            None if !options.bind.is_loopback() => return Err(ServeError::Public(options.bind)),
            None => Accounts::practice(),
        };
        Ok(ServerConfig {
            bind: options.bind,
            port: options.port.unwrap_or(PORT),
            accounts,
            data: options.data.clone(),
            sync: options.sync.unwrap_or(SyncPolicy::Os),
            matches: options.games,
            throttle: !options.no_throttle,
            watchdog: options.watchdog,
            seed: options.seed,
            ..ServerConfig::on_free_port()
        })
    }
}

/// Why a server cannot serve.
#[derive(Debug, Error)]
pub enum ServeError {
    /// Everybody knows the passwords, and others can reach the server.
    #[error(
        "without a table of players everybody knows the passwords, and {0} can be reached by \
         others: give --config, or leave out --bind"
    )]
    Public(IpAddr),
    /// The table of players cannot be used.
    #[error(transparent)]
    Accounts(#[from] AccountsError),
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// It cannot be kept at work.
    #[error(transparent)]
    Service(#[from] ServiceError),
}
