//! A server of SkullWhist: the contest's HTTP interface, for practice and for tournaments.
//!
//! | noun | file |
//! |---|---|
//! | the addresses, and the reading of requests | `routes` |
//! | the state of all requests, and the answers | `service` |
//! | all bots and games, used by one request at a time | `registry` |
//! | accounts and sessions | `bots` |
//! | one game | `game` |
//! | the thread that writes changes; an answer leaves once they are on disk | `store` |
//! | the tables of the database | `tables` |
//! | the lines of the journal beside it, and of an export | `served` |
//! | administration while no server runs | `admin` |
//! | the reasons of failures | `refusal` |
//! | the limits of accounts | `limits` |
//! | the documentation, and the results of the games | `pages`, `statistics` |
//!
//! The front end ([`live::http::server`](cardsharp_net::http::server)) accepts connections and folds doubled slashes.
//!
//! It answers as the organisers' own server did, by measurement and by its source. If their page
//! differs, [`ServerConfig::strict`] selects the page's rules:
//!
//! | | original, and by default | strict |
//! |---|---|---|
//! | a card before both bids | is played | is refused, and `your-turn` is false |
//! | `opponent-bid` while there is none | 0 | null |
//! | score without a bid | as of a bid of 0 | impossible |
//!
//! It differs from the original in these points:
//!
//! - A bot is on the matchmaker's list at most once. `new-game` answers as soon as there is a game;
//!   the original checked once a second.
//! - Bodies have at most [`MAX_BODY`] bytes.
//! - The callback of the JSONP bridge must be the name of a function, since it is sent back as a script.
//! - While the server is down no time passes: after a restart clocks and sessions start with their
//!   full time.
//! - The rounds of a game that is over are shown under `/stats/game/`.

mod admin;
mod bots;
mod config;
mod game;
mod limits;
mod pages;
mod records;
mod refusal;
mod registry;
mod routes;
mod served;
mod service;
mod statistics;
mod store;
mod tables;

pub use admin::{AdminError, administer};
pub use cardsharp_files::store::StoreError;
pub use config::{PORT, ServeError, ServerConfig};
pub use routes::MAX_BODY;
pub use served::{JOURNAL_FILE, SERVED_JOURNAL};
pub use tables::DATABASE_FILE;

use std::io::Write;
use std::net::SocketAddr;
use std::sync::Arc;

use tokio::task::JoinSet;

use self::service::Service;
use cardsharp_net::http::server;
use cardsharp_net::server_thread::{ServerThread, StopSignals, listen};
use cardsharp_terminal::output;

/// Serves until Ctrl-C (or a termination signal, where there is one), or until the games that
/// `config` asks for are over. Then it writes the standings to standard output.
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
    output::write(|out| write!(out, "{}", server.standings()));
    Ok(())
}

/// A running server on its own thread. Dropping it stops it.
#[derive(Debug)]
pub struct RunningServer {
    address: SocketAddr,
    // Dropped before the service, which closes the database.
    thread: ServerThread,
    service: Arc<Service>,
}

impl RunningServer {
    /// Reads the database, opens the port, and starts to serve.
    ///
    /// # Errors
    ///
    /// The reason why it cannot serve.
    pub fn start(config: ServerConfig) -> Result<RunningServer, ServeError> {
        let (bind, port) = (config.bind, config.port);
        let service = Arc::new(Service::open(config)?);
        let (listener, address) = listen(bind, port)?;
        let (served, stop) = (service.clone(), service.stop.clone());
        let serving = async move {
            let mut tasks = JoinSet::new();
            let (matchmaker, clocks, end) = (served.clone(), served.clone(), served.clone());
            tasks.spawn(async move { matchmaker.run_matchmaker().await });
            tasks.spawn(async move { clocks.run_clocks().await });
            tasks.spawn(async move { end.stop_after_last_game().await });
            let stop = served.stop.clone();
            server::keep(listener, routes::router(served), stop, tasks).await;
        };
        let thread = ServerThread::start("skullwhist", stop, serving)?;
        tracing::info!("the server is on http://{address}, its description on http://{address}/api/");
        Ok(RunningServer { address, thread, service })
    }

    /// The address on which it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The number of games that have ended since it started.
    pub fn games_finished(&self) -> usize {
        self.service.finished()
    }

    /// The number of these that a bot has forfeited.
    pub fn games_forfeited(&self) -> usize {
        self.service.forfeited()
    }

    /// The standings over all games that are over, with those of earlier runs in the database, as a table for people.
    pub fn standings(&self) -> String {
        self.service.with(|registry, _| statistics::standings(registry)).0
    }

    /// Tells the server to stop, without a wait.
    pub fn stop(&self) {
        self.thread.stop();
    }

    /// Waits until the server has stopped, by a call or after its last game.
    ///
    /// # Errors
    ///
    /// [`ServeError::Service`] if it ended otherwise, [`ServeError::Store`] if the database or its journal could not
    /// be written.
    pub fn wait(&mut self) -> Result<(), ServeError> {
        self.thread.wait()?;
        Ok(self.service.close()?)
    }

    /// Stops the server and waits for its end.
    ///
    /// # Errors
    ///
    /// As [`RunningServer::wait`].
    pub fn shutdown(mut self) -> Result<(), ServeError> {
        self.stop();
        self.wait()
    }
}
