//! What a server is told before it starts.

use std::net::{IpAddr, Ipv4Addr};
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use thiserror::Error;

use super::store::StoreError;
use crate::contests::server_thread::ServiceError;
use crate::contests::{ServeOptions, SyncPolicy};

/// The port where nothing else is said.
pub const PORT: u16 = 8013;

/// What a server is told before it starts. The times are the original's unless said otherwise.
#[derive(Clone, Debug)]
pub struct ServerConfig {
    /// Address to listen on.
    pub bind: IpAddr,
    /// Port; 0 takes a free one.
    pub port: u16,
    /// Folder of the database; none keeps accounts and games in memory only.
    pub data: Option<PathBuf>,
    /// What an answer waits for, if there is a database.
    pub sync: SyncPolicy,
    /// Stop after this many games came to their end.
    pub games: Option<NonZeroUsize>,
    /// Hold the rules of the contest's page where the original server was lax: no card before both have
    /// bid, and a bid that is missing is not told as 0.
    pub strict: bool,
    /// Where the deals come from; none makes them unguessable.
    pub seed: Option<u64>,
    /// What a bot has for its next bid or card.
    pub clock: Duration,
    /// How long a session lives after what prolonged it last.
    pub session_life: Duration,
    /// How long `new-game` waits before it answers `retry`.
    pub new_game_wait: Duration,
    /// How long the server stays after the last of [`ServerConfig::games`], so that the bots can ask how
    /// it ended. It leaves earlier once both have asked by `old-game`.
    pub farewell: Duration,
    /// How long a process that has the database is waited for.
    pub lock_patience: Duration,
    /// How long the matchmaker sleeps, each time anew at random.
    pub match_every: RangeInclusive<Duration>,
}

impl ServerConfig {
    /// A server on a free loopback port that keeps nothing on disk.
    pub fn on_free_port() -> ServerConfig {
        ServerConfig {
            bind: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 0,
            data: None,
            sync: SyncPolicy::Always,
            games: None,
            strict: false,
            seed: None,
            clock: Duration::from_secs(120),
            session_life: Duration::from_secs(300),
            new_game_wait: Duration::from_secs(30),
            farewell: Duration::from_secs(5),
            lock_patience: Duration::from_secs(5),
            match_every: Duration::from_secs(1)..=Duration::from_secs(10),
        }
    }

    /// What the command line asks for.
    pub fn from_options(options: &ServeOptions) -> ServerConfig {
        ServerConfig {
            bind: options.bind,
            port: options.port.unwrap_or(PORT),
            data: options.data.clone(),
            sync: options.sync.unwrap_or_default(),
            games: options.games,
            strict: options.strict,
            seed: options.seed,
            ..ServerConfig::on_free_port()
        }
    }
}

/// Why a server cannot serve.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The database cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// It cannot be kept at work.
    #[error(transparent)]
    Service(#[from] ServiceError),
}
