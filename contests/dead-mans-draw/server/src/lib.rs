//! An arena of Dead Man's Draw: the contest's REST service, for practice and for tournaments.
//!
//! A request takes this way. The listener (`live::http::server`) accepts its connection, folds doubled slashes and
//! passes the request to the `routes`. It is read (`received_request`). Its sender logs in (`login`, `nonces`,
//! `secrets`, `accounts`), and waits after too many requests (`throttle`). Then the request reads or changes a match
//! (`account_routes`, `matches_routes`, `match_routes`). Every `game` is in the `lobby`, behind a lock of its own. A
//! change is in the `journal` before the response is sent. Requests that wait are woken by the change that they wait
//! for. `view` makes the objects that show a match, `frontend` the pages for a browser (`match_list`, `match_page`,
//! `ranking_page`), `refusal` has the status codes of errors, and `docs` describes the interface.
//!
//! A tournament (`tournament`, of the `meeting`s that the schedule of `arena::tournament` gives) is run by the
//! `organizer`. Each of its matches has a `place` in the journal, from which the `ranking` follows.
//!
//! The server behaves as the contest's document says and as the arena was measured to, with these differences:
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
//! - Bodies have at most [`MAX_BODY`] bytes, and a player has at most [`MAX_PER_PLAYER`] matches in
//!   progress. Of more than [`MAX_MATCHES`] matches, the oldest that are over are forgotten.
//! - No time passes while the server is down. After a restart, the player to move has the full time
//!   again.

mod account_routes;
mod accounts;
mod config;
mod credentials;
mod docs;
mod frontend;
mod game;
mod ids;
mod journal;
mod lobby;
mod login;
mod match_list;
mod match_page;
mod match_routes;
mod matches_routes;
mod meeting;
mod nonces;
mod organizer;
mod page_parts;
mod place;
mod ranking;
mod ranking_page;
mod received_request;
mod refusal;
mod routes;
mod secrets;
mod served;
mod standings;
mod state;
mod throttle;
mod tournament;
mod view;

pub use accounts::{AccountEntry, Accounts, AccountsError, PRACTICE_PLAYERS};
pub use cardsharp_files::store::StoreError;
pub use config::{MOVE_TIME, PORT, ServeError, ServerConfig, TournamentConfig};
pub use credentials::{CredentialsError, credentials};
pub use journal::{DATABASE_FILE, Damage, JOURNAL_FILE, JournalError};
pub use lobby::{MAX_MATCHES, MAX_PER_PLAYER};
pub use received_request::MAX_BODY;
pub use secrets::SecretError;
pub use served::{GAMES_FILE, SERVED_JOURNAL};
pub use throttle::{FREE_PER_ADDRESS, FREE_PER_PLAYER, LONGEST_WAIT, WAIT_STEP};

use std::io::Write;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;

use tokio::task::JoinSet;

use self::journal::Journal;
use self::state::ServerState;
use cardsharp_net::http::server;
use cardsharp_net::server_thread::{ServerThread, StopSignals, listen};
use cardsharp_terminal::output;

/// Serves until Ctrl-C (or a termination signal, on systems that have one), or until the matches
/// that the configuration asks for are over, or its tournament. Then it writes the standings to standard output, or the
/// ranking of the tournament.
///
/// # Errors
///
/// The reason why it cannot serve.
pub fn serve(config: ServerConfig) -> Result<(), ServeError> {
    // Before the address is printed: whoever reads it may send a signal at once.
    let signals = StopSignals::listen()?;
    let mut server = RunningServer::start(config)?;
    server.thread.stop_on(signals);
    server.wait()?;
    let table = server.ranking().unwrap_or_else(|| server.standings());
    output::write(|out| write!(out, "{table}"));
    Ok(())
}

/// A server that runs on its own thread. Dropping it stops it.
#[derive(Debug)]
pub struct RunningServer {
    address: SocketAddr,
    state: Arc<ServerState>,
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
        let mut journal = match &config.data {
            Some(folder) => Some(Journal::open(folder, config.sync)?),
            None => None,
        };
        let found = journal.as_ref().map(|(_, contents)| contents);
        let damage = found.map_or_else(Vec::new, |contents| contents.damage.clone());
        for damage in &damage {
            tracing::warn!("the journal is damaged: {damage}");
        }
        if let Some(contents) = found {
            tracing::info!("matches from the journal: {}", contents.games.len());
        }
        let (listener, address) = listen(config.bind, config.port)?;
        let opening = organizer::opening(&config, journal.as_mut())?;
        let state = Arc::new(ServerState::new(config, journal, opening));
        let service = serve_port(state.clone(), listener);
        let thread = ServerThread::start("arena", state.stop.clone(), service)?;
        tracing::info!("the arena is on http://{address}, its description on http://{address}/docs");
        Ok(RunningServer { address, state, damage, thread })
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
        self.state.finished()
    }

    /// The standings of the players after the matches that are over, including those of earlier runs in the journal: a
    /// table for people. Of very many matches, the newest [`MAX_MATCHES`] count.
    pub fn standings(&self) -> String {
        standings::standings(&self.state.lobby, &self.state.config.accounts)
    }

    /// The ranking of the tournament so far, or at its end: a table for people. None if the server and its journal
    /// have no tournament.
    pub fn ranking(&self) -> Option<String> {
        let event = self.state.event.as_ref()?;
        Some(ranking::of(&event.tournament(), &self.state.config.accounts))
    }

    /// Tells the server to stop, without waiting for it. Requests that wait are answered as after their longest time.
    pub fn stop(&self) {
        self.thread.stop();
    }

    /// Waits until the server has stopped, either on request or because the matches asked for are over.
    ///
    /// # Errors
    ///
    /// [`ServeError::Service`] if it ended in another way, [`ServeError::Journal`] if the journal could not be
    /// written.
    pub fn wait(&mut self) -> Result<(), ServeError> {
        self.thread.wait()?;
        self.state.close_journal().map_err(JournalError::from)?;
        Ok(())
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

/// Serves the port until the server is stopped.
async fn serve_port(state: Arc<ServerState>, listener: TcpListener) {
    let mut tasks = JoinSet::new();
    tasks.spawn(state.clone().stop_after_last_match());
    tasks.spawn(state.clone().run_tournament());
    if let Some(every) = organizer::watchdog_interval(&state.config) {
        tasks.spawn(state.clone().run_watchdog(every));
    }
    let router = routes::router(state.clone());
    server::keep(listener, router, state.stop.clone(), tasks).await;
}
