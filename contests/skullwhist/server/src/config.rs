//! The configuration of a server.

use std::net::{IpAddr, Ipv4Addr};
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use thiserror::Error;

use cardsharp_files::store::StoreError;
use cardsharp_net::SyncPolicy;
use cardsharp_net::server_thread::ServiceError;

/// The default port.
pub const PORT: u16 = 8013;

/// The configuration of a server. The times are the original's except where stated.
#[derive(Clone, Debug)]
pub struct ServerConfig {
    /// Address to listen on.
    pub bind: IpAddr,
    /// Port; 0 takes a free one.
    pub port: u16,
    /// The folder of the database. Without one, accounts and games are in memory only.
    pub data: Option<PathBuf>,
    /// The writes that an answer waits for, if there is a database.
    pub sync: SyncPolicy,
    /// Stop after this many games have ended.
    pub games: Option<NonZeroUsize>,
    /// Apply the rules of the contest's page where the original server was lax: no card before both
    /// bids, and a missing bid is not shown as 0.
    pub strict: bool,
    /// The seed of the deals; without one they are unpredictable.
    pub seed: Option<u64>,
    /// The time that a bot has for its next bid or card.
    pub clock: Duration,
    /// The life of a session after its last prolongation.
    pub session_life: Duration,
    /// The time that `new-game` waits before it answers `retry`.
    pub new_game_wait: Duration,
    /// The time that the server stays after the last of [`ServerConfig::games`], so that bots can
    /// query its result. It ends earlier once both have called `old-game`.
    pub farewell: Duration,
    /// The longest wait for a process that uses the database.
    pub lock_patience: Duration,
    /// The range of the matchmaker's sleep, drawn at random each time.
    pub match_every: RangeInclusive<Duration>,
}

impl ServerConfig {
    /// A server on a free loopback port without a database.
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
}

/// A reason why a server cannot serve.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The database cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The system cannot start the thread that writes to the database.
    #[error("the database's thread could not be started: {0}")]
    Thread(std::io::Error),
    /// The server cannot run as a service.
    #[error(transparent)]
    Service(#[from] ServiceError),
}
