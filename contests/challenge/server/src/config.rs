//! The configuration of a server.

use std::net::{IpAddr, Ipv4Addr};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use thiserror::Error;

use super::event::EventSettings;
use super::teams::{HAMMERING_WAIT, Teams, TeamsError};
use cardsharp_files::store::StoreError;
use cardsharp_net::SyncPolicy;
use cardsharp_net::server_thread::ServiceError;

/// The contest's own port.
pub const CONTEST_PORT: u16 = 9999;
/// The practice opponent's port.
pub const PRACTICE_PORT: u16 = 19999;

/// The default time that the game waits in every turn of an absent team before a penalty. The starter clients come back
/// after 10 to 15 s. An interval of 2 s costs them some tricks, one of 0.1 s the whole game.
pub const ABSENCE_INTERVAL: Duration = Duration::from_secs(2);

/// The configuration of a server.
#[derive(Clone, Debug)]
pub struct ServerConfig {
    /// Address to listen on.
    pub bind: IpAddr,
    /// Port where teams are matched; 0 takes a free one.
    pub port: u16,
    /// Port of the practice opponent; 0 takes a free one.
    pub test_port: u16,
    /// The way in which connections are assigned to teams.
    pub teams: Teams,
    /// The folder of the journal; without one there is no journal.
    pub data: Option<PathBuf>,
    /// The writes that the next game waits for, if there is a journal.
    pub sync: SyncPolicy,
    /// Stop after this many games on both ports together, once the rounds under way are over. None: run until stopped.
    pub games: Option<NonZeroUsize>,
    /// Stop after this many rounds on the contest port.
    pub rounds: Option<NonZeroUsize>,
    /// Let [`ServerConfig::games`] stop rounds that are under way.
    pub cut_rounds: bool,
    /// Two attempts to connect from the address of a team must be this far apart.
    pub reconnect_interval: Duration,
    /// The time that the game waits in every turn of an absent team whose clock is used up down to
    /// a reserve, before a penalty. Zero penalises the team at once and leaves its clock unchanged.
    pub absence_interval: Duration,
    /// Fault injection: close every connection after this many messages were sent on it.
    pub cut_every: Option<NonZeroUsize>,
    /// The event that the server runs; none matches teams without end.
    pub event: Option<EventSettings>,
    /// Seed of the shuffles and of the house bot.
    pub seed: u64,
}

impl ServerConfig {
    /// A server on free loopback ports without a journal, for one process or one machine.
    pub fn on_free_ports(teams: Teams, seed: u64) -> ServerConfig {
        ServerConfig {
            bind: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 0,
            test_port: 0,
            teams,
            data: None,
            sync: SyncPolicy::Os,
            games: None,
            rounds: None,
            cut_rounds: false,
            reconnect_interval: HAMMERING_WAIT,
            absence_interval: ABSENCE_INTERVAL,
            cut_every: None,
            event: None,
            seed,
        }
    }
}

/// A reason why a server cannot serve.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The table of teams cannot be used.
    #[error(transparent)]
    Teams(#[from] TeamsError),
    /// The database or the journal beside it cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The server cannot run as a service.
    #[error(transparent)]
    Service(#[from] ServiceError),
}
