//! An arena of Dead Man's Draw: the contest's REST service, for practice and for tournaments.
//!
//! The way of a request: the door (`http_door`) lets a connection in, folds doubled slashes and hands the request
//! to the `routes`; it is read (`asked`), its sender logs in (`login`, `nonces`, `secrets`,
//! `accounts`) and waits if he asks too often (`throttle`); then it looks at or changes a match
//! (`account_routes`, `matches_routes`, `match_routes`). Every `game` is behind a lock of its own
//! among the others in the `lobby`; what was done is in the `journal` before it is answered; requests
//! that wait are woken by what they wait for. `view` says what a match looks like, `refusal` which
//! status says no, `docs` describes all of it.
//!
//! It answers as the contest's document says and as the arena was measured to, but for this:
//!
//! - **The seed of a rated match is not shown before it ends, and chance is not seeded again at each
//!   request.** The arena shows the seed to both players and seeds its generator anew for every
//!   request, so that whoever wants can work out every card to come. Here one generator lives as
//!   long as its match, and `randomSeed` (in the answer to the creation, in `creationParams` and in
//!   MatchStarted) is null or absent until the match is over, unless nobody plays in it but its
//!   creator and the dummy and he chose the seed himself. The same seed does not give the same
//!   match as on the arena, but for "norandom".
//! - Draw pile and bonus cards of a "norandom" match come as measured on the arena.
//! - Who is logged in is counted by login, and by address only who is not: requests that wait because
//!   there are too many, and open connections (`connections`). Behind a proxy, where all come from one
//!   address, no player can hold up the others.
//! - How many passwords are hashed at a time and wait for it is limited; more are answered 503.
//! - Doubled slashes in a path are folded, since example clients of the contest send them.
//! - A Digest login must have `qop=auth`, and no count of a nonce is taken twice.
//! - Bodies have at most [`MOST_BODY`] bytes, a player has at most [`MOST_OF_ONE`] matches that go on,
//!   and of [`MOST_MATCHES`] matches the oldest that are over are forgotten.
//! - While the server is away no time runs: after a restart the player to move has all of it again.

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
pub use asked::MOST_BODY;
pub use config::{PORT, ServeError, ServerConfig};
pub use credentials::{CredentialsError, credentials};
pub use journal::{Damage, JOURNAL_FILE, JournalError};
pub use lobby::{MOST_MATCHES, MOST_OF_ONE};
pub use secrets::SecretError;
pub use throttle::{FREE_PER_ADDRESS, FREE_PER_PLAYER, LONGEST_WAIT, WAIT_STEP};

use std::io::Write;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;

use tokio::task::JoinSet;

use self::arena::Arena;
use self::journal::Journal;
use crate::contests::ServeOptions;
use crate::contests::http_door;
use crate::contests::server_thread::{ServerThread, listen};
use crate::output;

/// Serves until Ctrl-C (or a termination signal, where there is one), or until the matches that
/// `options` asks for are over. Writes the standings to standard output then.
///
/// # Errors
///
/// Why it cannot serve.
pub fn serve(options: &ServeOptions) -> Result<(), ServeError> {
    let mut server = RunningServer::start(ServerConfig::from_options(options)?)?;
    server.thread.stop_on_signals()?;
    server.wait()?;
    output::write(|out| write!(out, "{}", server.standings()));
    Ok(())
}

/// A server at work on a thread of its own. Dropping it stops it.
#[derive(Debug)]
pub struct RunningServer {
    address: SocketAddr,
    arena: Arc<Arena>,
    damage: Vec<Damage>,
    thread: ServerThread,
}

impl RunningServer {
    /// Plays the journal again, opens the port, and starts to serve.
    ///
    /// # Errors
    ///
    /// Why it cannot serve.
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

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What was wrong with the journal when it started.
    pub fn damage(&self) -> &[Damage] {
        &self.damage
    }

    /// Matches that came to their end since it started.
    pub fn matches_finished(&self) -> usize {
        self.arena.finished()
    }

    /// How the players have done in the matches that are over, those of earlier runs in the journal
    /// included: a table for people. Of very many matches the newest [`MOST_MATCHES`] count.
    pub fn standings(&self) -> String {
        standings::standings(&self.arena.lobby, &self.arena.config.accounts)
    }

    /// Tells it to stop and does not wait. Requests that wait are answered as if their time were up.
    pub fn stop(&self) {
        self.thread.stop();
    }

    /// Waits until it has stopped: because it was told to, or because the matches asked for are
    /// over.
    ///
    /// # Errors
    ///
    /// [`ServeError::Service`] if it ended otherwise.
    pub fn wait(&mut self) -> Result<(), ServeError> {
        Ok(self.thread.wait()?)
    }

    /// Stops it and waits for that.
    ///
    /// # Errors
    ///
    /// As [`RunningServer::wait`].
    pub fn shutdown(mut self) -> Result<(), ServeError> {
        self.stop();
        self.wait()
    }
}

/// Keeps the port until the arena is told to stop.
async fn keep_port(arena: Arc<Arena>, listener: TcpListener) {
    let mut tasks = JoinSet::new();
    tasks.spawn(arena.clone().say_farewell());
    if arena.config.watchdog {
        tasks.spawn(arena.clone().keep_watch());
    }
    let router = routes::router(arena.clone());
    http_door::keep(listener, router, arena.stop.clone(), tasks).await;
    arena.sync();
}
