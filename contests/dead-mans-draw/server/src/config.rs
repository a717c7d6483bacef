//! The configuration of a server.

use std::net::{IpAddr, Ipv4Addr};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use thiserror::Error;

use super::accounts::{Accounts, AccountsError};
use super::journal::JournalError;
use cardsharp_arena::tournament::Format;
use cardsharp_dead_mans_draw_game::wire::LONG_POLL_SECONDS;
use cardsharp_net::SyncPolicy;
use cardsharp_net::server_thread::ServiceError;

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
    /// The tournament of the players of the table, after which the server stops. One that the journal has goes on.
    pub tournament: Option<TournamentConfig>,
    /// The time that the server stays after the last of these matches, for players who have not seen its end.
    pub farewell: Duration,
    /// True if senders of very many requests are made to wait.
    pub throttle: bool,
    /// True if the server ends the turns of late players once a second, without a request of an admin.
    pub watchdog: bool,
    /// The longest time that a request is kept waiting.
    pub long_poll: Duration,
    /// The source of the seeds of matches that were created without one; none makes them unguessable.
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
}

/// The reason why a server cannot serve.
#[derive(Debug, Error)]
pub enum ServeError {
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
