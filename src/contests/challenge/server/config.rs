//! What a server is told before it starts.

use std::net::{IpAddr, Ipv4Addr};
use std::num::NonZeroUsize;
use std::path::PathBuf;

use thiserror::Error;

use super::journal::JournalError;
use super::teams::{Teams, TeamsError};
use crate::contests::ServeOptions;
use crate::contests::server_thread::ServiceError;

/// The contest's own port.
pub const CONTEST_PORT: u16 = 9999;
/// The practice opponent's port.
pub const PRACTICE_PORT: u16 = 19999;

/// What a server is told before it starts.
#[derive(Clone, Debug)]
pub struct ServerConfig {
    /// Address to listen on.
    pub bind: IpAddr,
    /// Port where teams are matched; 0 takes a free one.
    pub port: u16,
    /// Port of the practice opponent; 0 takes a free one.
    pub test_port: u16,
    /// How connections are told apart.
    pub teams: Teams,
    /// Folder of the journal; none keeps none.
    pub data: Option<PathBuf>,
    /// Stop after this many games on both ports together; none goes on until told to stop.
    pub games: Option<NonZeroUsize>,
    /// Stop after this many rounds on the contest port.
    pub rounds: Option<NonZeroUsize>,
    /// Fault injection: cut every connection after this many messages sent on it.
    pub cut_every: Option<NonZeroUsize>,
    /// Seed of the shuffles and of the house bot.
    pub seed: u64,
}

impl ServerConfig {
    /// A server on free loopback ports that keeps no journal, for one process or one machine.
    pub fn on_free_ports(teams: Teams, seed: u64) -> ServerConfig {
        ServerConfig {
            bind: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 0,
            test_port: 0,
            teams,
            data: None,
            games: None,
            rounds: None,
            cut_every: None,
            seed,
        }
    }

    /// What the command line asks for; reads the table of teams.
    pub fn from_options(options: &ServeOptions) -> Result<ServerConfig, ServeError> {
        let teams = match (&options.config, options.open) {
            (Some(_), true) => return Err(ServeError::OpenTable),
            (Some(path), false) => Teams::from_file(path)?,
            (None, true) => Teams::Open,
            (None, false) => Teams::Loopback,
        };
        Ok(ServerConfig {
            bind: options.bind,
            port: options.port.unwrap_or(CONTEST_PORT),
            test_port: options.test_port.unwrap_or(PRACTICE_PORT),
            teams,
            data: options.data.clone(),
            games: options.games,
            rounds: None,
            cut_every: options.cut_every,
            seed: options.seed.unwrap_or_else(rand::random),
        })
    }
}

/// Why a server cannot serve.
#[derive(Debug, Error)]
pub enum ServeError {
    /// A table of teams, and every connection a team of its own.
    #[error("a table of teams and an open server exclude each other: choose one")]
    OpenTable,
    /// The table of teams cannot be used.
    #[error(transparent)]
    Teams(#[from] TeamsError),
    /// The journal cannot be opened.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// It cannot be kept at work.
    #[error(transparent)]
    Service(#[from] ServiceError),
}
