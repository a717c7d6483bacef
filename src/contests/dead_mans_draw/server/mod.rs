//! An arena of Dead Man's Draw: the contest's REST service, for practice and for tournaments.
//!
//! A request takes this way. The listener (`http_door`) accepts its connection, folds doubled
//! slashes and passes the request to the `routes`. It is read (`asked`). Its sender logs in
//! (`login`, `nonces`, `secrets`, `accounts`), and waits after too many requests (`throttle`). Then
//! the request reads or changes a match (`account_routes`, `matches_routes`, `match_routes`). Every
//! `game` is in the `lobby`, behind a lock of its own. A change is in the `journal` before the
//! response is sent. Requests that wait are woken by the change that they wait for. `view` makes
//! the objects that show a match, `refusal` has the status codes of errors, and `docs` describes
//! the interface.
//!
//! The server behaves as the contest's document says and as the arena was measured to, with these
//! differences:
//!
//! - **The seed of a rated match is not shown before it ends, and chance is not seeded again at
//!   each request.** The arena shows the seed to both players and seeds its generator anew for
//!   every request, so that any player can compute every card to come. Here one generator lives as
//!   long as its match. `randomSeed` (in the answer to the creation, in `creationParams` and in
//!   MatchStarted) is null or absent until the match is over. The exception is a match in which
//!   only its creator and the dummy play, and whose seed the creator chose. The same seed does not
//!   give the same match as on the arena, except for "norandom".
//! - The draw pile and the bonus cards of a "norandom" match come in the order measured on the
//!   arena.
//! - Requests that wait because there are too many, and open connections (`connections`), are
//!   counted by login. Only those without a login are counted by address. Behind a proxy, where all
//!   come from one address, no player can delay the others.
//! - The numbers of passwords that are hashed at a time and that wait for it are limited. Further
//!   logins are answered 503.
//! - Doubled slashes in a path are folded, since example clients of the contest send them.
//! - A Digest login must have `qop=auth`, and no count of a nonce is accepted twice.
//! - Bodies have at most [`MAX_BODY`] bytes, and a player has at most [`MAX_OF_ONE`] matches in
//!   progress. Of more than [`MAX_MATCHES`] matches, the oldest that are over are forgotten.
//! - No time passes while the server is down. After a restart, the player to move has the full time
//!   again.

mod account_routes;
mod accounts;
mod arena;
mod asked;
mod config;
mod credentials;
mod docs;
mod game;
mod ids;
mod journal;
mod lobby;
mod login;
mod match_routes;
mod matches_routes;
mod nonces;
mod refusal;
mod routes;
mod secrets;
mod standings;
mod throttle;
mod view;

pub use accounts::{AccountEntry, Accounts, AccountsError, PRACTICE_PLAYERS};
pub use asked::MAX_BODY;
pub use config::{PORT, ServeError, ServerConfig};
pub use credentials::{CredentialsError, credentials};
pub use journal::{Damage, JOURNAL_FILE, JournalError};
pub use lobby::{MAX_MATCHES, MAX_OF_ONE};
pub use secrets::SecretError;
pub use throttle::{FREE_PER_ADDRESS, FREE_PER_PLAYER, LONGEST_WAIT, WAIT_STEP};

use std::io::Write;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;

use tokio::task::JoinSet;

use self::arena::Arena;
use self::journal::Journal;
use crate::contest::ServeOptions;
use crate::live::http::server;
use crate::live::server_thread::{ServerThread, listen};
use crate::output;

/// Serves until Ctrl-C (or a termination signal, on systems that have one), or until the matches
/// that `options` asks for are over. Then it writes the standings to standard output.
///
/// # Errors
///
/// The reason why it cannot serve.
pub fn serve(options: &ServeOptions) -> Result<(), ServeError> {
    let mut server = RunningServer::start(ServerConfig::from_options(options)?)?;
    server.thread.stop_on_signals()?;
    server.wait()?;
    output::write(|out| write!(out, "{}", server.standings()));
    Ok(())
}

/// A server that runs on its own thread. Dropping it stops it.
#[derive(Debug)]
pub struct RunningServer {
    address: SocketAddr,
    arena: Arc<Arena>,
    damage: Vec<Damage>,
    thread: ServerThread,
}

impl RunningServer {
    /// Replays the journal, opens the port, and starts to serve.
    ///
    /// # Errors
    ///
    /// The reason why it cannot serve.
    pub fn start(config: ServerConfig) -> Result<RunningServer, ServeError> {
        let journal = match &config.data {
            Some(folder) => Some(Journal::open(folder, config.sync)?),
            None => None,
        };
        let found = journal.as_ref().map(|(_, contents)| contents);
        let damage = found.map_or_else(Vec::new, |contents| contents.damage.clone());
        for damage in &damage {
            tracing::warn!("the journal is damaged: {damage}");
        }
        if let Some(contents) = found {
            tracing::info!("{} matches come from the journal", contents.games.len());
        }
        let (listener, address) = listen(config.bind, config.port)?;
        let arena = Arc::new(Arena::new(config, journal));
        let door = keep_port(arena.clone(), listener);
        let thread = ServerThread::start("arena", arena.stop.clone(), door)?;
        tracing::info!(
            "the arena is on http://{address}, its description on http://{address}/docs"
        );
        Ok(RunningServer {
            address,
            arena,
            damage,
            thread,
        })
    }

    /// The address that the server listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The damage of the journal at the start.
    pub fn damage(&self) -> &[Damage] {
        &self.damage
    }

    /// The number of matches that have ended since the start.
    pub fn matches_finished(&self) -> usize {
        self.arena.finished()
    }

    /// The standings of the players after the matches that are over, including those of earlier
    /// runs in the journal: a table for people. Of very many matches, the newest [`MAX_MATCHES`]
    /// count.
    pub fn standings(&self) -> String {
        standings::standings(&self.arena.lobby, &self.arena.config.accounts)
    }

    /// Tells the server to stop, without waiting for it. Requests that wait are answered as after
    /// their longest time.
    pub fn stop(&self) {
        self.thread.stop();
    }

    /// Waits until the server has stopped, either on request or because the matches asked for are
    /// over.
    ///
    /// # Errors
    ///
    /// [`ServeError::Service`] if it ended in another way.
    pub fn wait(&mut self) -> Result<(), ServeError> {
        Ok(self.thread.wait()?)
    }

    /// Stops the server and waits until it has stopped.
    ///
    /// # Errors
    ///
    /// As [`RunningServer::wait`].
    pub fn shutdown(mut self) -> Result<(), ServeError> {
        self.stop();
        self.wait()
    }
}

/// Serves the port until the arena is told to stop.
async fn keep_port(arena: Arc<Arena>, listener: TcpListener) {
    let mut tasks = JoinSet::new();
    tasks.spawn(arena.clone().say_farewell());
    if arena.config.watchdog {
        tasks.spawn(arena.clone().keep_watch());
    }
    let router = routes::router(arena.clone());
    server::keep(listener, router, arena.stop.clone(), tasks).await;
    arena.sync();
}
