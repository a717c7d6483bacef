//! The configuration of a server.

use std::net::{IpAddr, Ipv4Addr};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use thiserror::Error;

use super::accounts::{Accounts, AccountsError};
use super::journal::JournalError;
use super::options::ServerOptions;
use cardsharp_arena::tournament::Format;
use cardsharp_dead_mans_draw_game::wire::LONG_POLL_SECONDS;
use cardsharp_net::server_thread::ServiceError;
use cardsharp_net::{ServeOptions, SyncPolicy};

/// The default port.
pub const PORT: u16 = 8080;

/// The time for every move of a tournament, unless the organizers choose another (the contest's document).
pub const MOVE_TIME: Duration = Duration::from_secs(10);

/// A tournament that the server runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TournamentConfig {
    /// Who meets whom.
    pub format: Format,
    /// The time before the first matches, in which players practise.
    pub open_play: Duration,
    /// The time for every move.
    pub move_time: Duration,
}

/// The configuration of a server.
#[derive(Clone, Debug)]
pub struct ServerConfig {
    /// The address to listen on.
    pub bind: IpAddr,
    /// The port; 0 takes a free one.
    pub port: u16,
    /// The accounts that may log in.
    pub accounts: Accounts,
    /// The folder of the journal; none keeps matches in memory only.
    pub data: Option<PathBuf>,
    /// The write that a response waits for, if there is a journal.
    pub sync: SyncPolicy,
    /// The number of matches after whose end the server stops.
    pub matches: Option<NonZeroUsize>,
    /// The tournament of the players of the table, after which the server stops. One that the journal has
    /// goes on.
    pub tournament: Option<TournamentConfig>,
    /// The time that the server stays after the last of these matches, for players who have not
    /// seen its end.
    pub farewell: Duration,
    /// True if senders of very many requests are made to wait.
    pub throttle: bool,
    /// True if the server ends the turns of late players once a second, without a request of an
    /// admin.
    pub watchdog: bool,
    /// The longest time that a request is kept waiting.
    pub long_poll: Duration,
    /// The source of the seeds of matches that were created without one; none makes them
    /// unguessable.
    pub seed: Option<u64>,
}

impl ServerConfig {
    /// The configuration of a server on a free loopback port, with
    /// [`PRACTICE_PLAYERS`](super::PRACTICE_PLAYERS) and without a journal.
    pub fn on_free_port() -> ServerConfig {
        ServerConfig {
            bind: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 0,
            accounts: Accounts::practice(),
            data: None,
            sync: SyncPolicy::Os,
            matches: None,
            tournament: None,
            farewell: Duration::from_secs(5),
            throttle: true,
            watchdog: false,
            long_poll: Duration::from_secs(LONG_POLL_SECONDS),
            seed: None,
        }
    }

    /// The configuration that the command line asks for. Reads the table of players.
    ///
    /// # Errors
    ///
    /// The table cannot be used. Or there is none, although others can reach the server. Or options do not go
    /// together.
    pub fn from_options(options: &ServeOptions, own: &ServerOptions) -> Result<ServerConfig, ServeError> {
        let accounts = match &own.config {
            Some(path) => Accounts::from_file(path)?,
            None if !options.bind.is_loopback() => return Err(ServeError::Public(options.bind)),
            None => Accounts::practice(),
        };
        let tournament = tournament_of(options, own)?;
        Ok(ServerConfig {
            bind: options.bind,
            port: options.port.unwrap_or(PORT),
            accounts,
            data: options.data.clone(),
            sync: options.sync.unwrap_or(SyncPolicy::Os),
            matches: options.games,
            tournament,
            throttle: !own.no_throttle,
            watchdog: own.watchdog,
            seed: options.seed,
            ..ServerConfig::on_free_port()
        })
    }
}

/// The tournament that the command line asks for.
fn tournament_of(options: &ServeOptions, own: &ServerOptions) -> Result<Option<TournamentConfig>, ServeError> {
    let Some(format) = own.tournament else {
        return match own.answer_time {
            Some(_) => Err(ServeError::MoveTimeAlone),
            None => Ok(None),
        };
    };
    if options.games.is_some() {
        return Err(ServeError::GamesOfTournament);
    }
    Ok(Some(TournamentConfig {
        format: format.into(),
        open_play: own.open_play.unwrap_or_default(),
        move_time: own.answer_time.unwrap_or(MOVE_TIME),
    }))
}

/// The reason why a server cannot serve.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The passwords are public, and others can reach the server.
    #[error(
        "without a table of players everybody knows the passwords, and {0} can be reached by \
         others: give --config, or leave out --bind"
    )]
    Public(IpAddr),
    /// A time for moves was given without a tournament.
    #[error("--answer-time is for the moves of a tournament: give --tournament, or leave it out")]
    MoveTimeAlone,
    /// A tournament ends by itself.
    #[error("a tournament decides by itself how many matches are played: leave out --games")]
    GamesOfTournament,
    /// There is nobody to play against.
    #[error("a tournament needs two entrants, and the table of players has {0}: admins and the dummy do not play")]
    TooFewEntrants(usize),
    /// The journal has a tournament of another form.
    #[error("the journal has a tournament of the form {0}: go on with that one, or choose another data folder")]
    OtherTournament(&'static str),
    /// The table of players cannot be used.
    #[error(transparent)]
    Accounts(#[from] AccountsError),
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The service that runs the server has failed.
    #[error(transparent)]
    Service(#[from] ServiceError),
}

impl ServeError {
    /// True if another command line would avoid the error.
    pub fn is_usage(&self) -> bool {
        matches!(self, ServeError::MoveTimeAlone | ServeError::GamesOfTournament)
    }
}
