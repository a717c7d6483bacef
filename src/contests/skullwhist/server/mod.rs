//! A server of SkullWhist: the contest's HTTP interface, for practice and for tournaments.
//!
//! A request takes this path. The front end (`http_door`) accepts a connection and folds doubled
//! slashes. `routes` reads the request and passes it to the `hall`. There one request at a time
//! uses the `books`: the `bots` with their sessions, and every `game`. Changes go to the `store`,
//! and the answer leaves once they are on disk. `database` is its file, and `admin` works on it
//! while no server does. `refusal` has the reasons of failures, `pages` the documentation, and
//! `statistics` the results of the games.
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
mod books;
mod bots;
mod config;
mod database;
mod game;
mod hall;
mod pages;
mod refusal;
mod routes;
mod statistics;
mod store;

pub use admin::{AdminError, administer};
pub use config::{PORT, ServeError, ServerConfig};
pub use routes::MAX_BODY;
pub use store::{DATABASE_FILE, StoreError};

use std::io::Write;
use std::net::SocketAddr;
use std::sync::Arc;

use tokio::task::JoinSet;

use self::hall::Hall;
use crate::contest::ServeOptions;
use crate::live::http::server;
use crate::live::server_thread::{ServerThread, listen};
use crate::output;

/// Serves until Ctrl-C (or a termination signal, where there is one), or until the games that
/// `options` asks for are over. Then it writes the standings to standard output.
///
/// # Errors
///
/// The reason why it cannot serve.
pub fn serve(options: &ServeOptions) -> Result<(), ServeError> {
    let mut server = RunningServer::start(ServerConfig::from_options(options))?;
    server.thread.stop_on_signals()?;
    server.wait()?;
    output::write(|out| write!(out, "{}", server.standings()));
    Ok(())
}

/// A running server on its own thread. Dropping it stops it.
#[derive(Debug)]
pub struct RunningServer {
    address: SocketAddr,
    // Dropped before the hall, which closes the database.
    thread: ServerThread,
    hall: Arc<Hall>,
}

impl RunningServer {
    /// Reads the database, opens the port, and starts to serve.
    ///
    /// # Errors
    ///
    /// The reason why it cannot serve.
    pub fn start(config: ServerConfig) -> Result<RunningServer, ServeError> {
        let (bind, port) = (config.bind, config.port);
        let hall = Arc::new(Hall::open(config)?);
        let (listener, address) = listen(bind, port)?;
        let (served, stop) = (hall.clone(), hall.stop.clone());
        let door = async move {
            let mut tasks = JoinSet::new();
            let (matchmaker, watch, end) = (served.clone(), served.clone(), served.clone());
            tasks.spawn(async move { matchmaker.make_matches().await });
            tasks.spawn(async move { watch.keep_time().await });
            tasks.spawn(async move { end.say_farewell().await });
            let stop = served.stop.clone();
            server::keep(listener, routes::router(served), stop, tasks).await;
        };
        let thread = ServerThread::start("skullwhist", stop, door)?;
        tracing::info!(
            "the server is on http://{address}, its description on http://{address}/api/"
        );
        Ok(RunningServer {
            address,
            thread,
            hall,
        })
    }

    /// The address on which it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The number of games that have ended since it started.
    pub fn games_finished(&self) -> usize {
        self.hall.finished()
    }

    /// The number of these that a bot has forfeited.
    pub fn games_forfeited(&self) -> usize {
        self.hall.forfeited()
    }

    /// The standings over all games that are over, with those of earlier runs in the database, as a
    /// table for people.
    pub fn standings(&self) -> String {
        self.hall.with(|books, _| statistics::standings(books)).0
    }

    /// Tells the server to stop, without a wait.
    pub fn stop(&self) {
        self.thread.stop();
    }

    /// Waits until the server has stopped, by a call or after its last game.
    ///
    /// # Errors
    ///
    /// [`ServeError::Service`] if it ended otherwise, [`ServeError::Store`] if the database could not be
    /// written.
    pub fn wait(&mut self) -> Result<(), ServeError> {
        self.thread.wait()?;
        self.hall.broken().map_or(Ok(()), |error| Err(error.into()))
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
