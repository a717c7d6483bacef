//! A server of SkullWhist: the contest's HTTP interface, for practice and for tournaments.
//!
//! The way of a request: the door (`http_door`) lets a connection in and folds doubled slashes, `routes`
//! reads the request and hands it to the `hall`, where one request at a time has the `books`: the `bots`
//! with their sessions, and every `game`. What has changed goes to the `store`, and the answer leaves
//! once that is on disk; `database` has its file, and `admin` works on it while no server does. `refusal` has the reasons of failures, `pages` the documentation, `statistics`
//! what became of the games.
//!
//! It answers as the organisers' own server was measured and read, and not as their page says where the
//! two differ, unless [`ServerConfig::strict`] asks for the page's rules:
//!
//! | | original, and by default | strict |
//! |---|---|---|
//! | a card before both bids | is played | is refused, and `your-turn` is false |
//! | `opponent-bid` while there is none | 0 | null |
//! | score without a bid | as of a bid of 0 | cannot be |
//!
//! It differs from the original in this:
//!
//! - A bot stands on the matchmaker's list once; `new-game` answers as soon as there is a game, the
//!   original looked once a second.
//! - Bodies have at most [`MOST_BODY`] bytes.
//! - The callback of the JSONP bridge must be the name of a function, since it is sent back as a script.
//! - While the server is away no time runs: after a restart clocks and sessions have all of it again.
//! - The rounds of a game that is over stand below `/stats/game/`.

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
pub use routes::MOST_BODY;
pub use store::{DATABASE_FILE, StoreError};

use std::io::Write;
use std::net::SocketAddr;
use std::sync::Arc;

use tokio::task::JoinSet;

use self::hall::Hall;
use crate::contests::server_thread::{ServerThread, listen};
use crate::contests::{ServeOptions, http_door};
use crate::output;

/// Serves until Ctrl-C (or a termination signal, where there is one), or until the games that `options`
/// asks for are over. Writes the standings to standard output then.
///
/// # Errors
///
/// Why it cannot serve.
pub fn serve(options: &ServeOptions) -> Result<(), ServeError> {
    let mut server = RunningServer::start(ServerConfig::from_options(options))?;
    server.thread.stop_on_signals()?;
    server.wait()?;
    output::write(|out| write!(out, "{}", server.standings()));
    Ok(())
}

/// A server at work on a thread of its own. Dropping it stops it.
#[derive(Debug)]
pub struct RunningServer {
    address: SocketAddr,
    // Stops before the hall goes, which closes the database.
    thread: ServerThread,
    hall: Arc<Hall>,
}

impl RunningServer {
    /// Reads the database, opens the port, and starts to serve.
    ///
    /// # Errors
    ///
    /// Why it cannot serve.
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
            http_door::keep(listener, routes::router(served), stop, tasks).await;
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

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Games that came to their end since it started.
    pub fn games_finished(&self) -> usize {
        self.hall.finished()
    }

    /// Of those, games that a bot has forfeited.
    pub fn games_forfeited(&self) -> usize {
        self.hall.forfeited()
    }

    /// How the bots have done in all games that are over, those of earlier runs in the database included:
    /// a table for people.
    pub fn standings(&self) -> String {
        self.hall.with(|books, _| statistics::standings(books)).0
    }

    /// Tells it to stop and does not wait.
    pub fn stop(&self) {
        self.thread.stop();
    }

    /// Waits until it has stopped: because it was told to, or because the games asked for are over.
    ///
    /// # Errors
    ///
    /// [`ServeError::Service`] if it ended otherwise, [`ServeError::Store`] if the database could not be
    /// written.
    pub fn wait(&mut self) -> Result<(), ServeError> {
        self.thread.wait()?;
        self.hall.broken().map_or(Ok(()), |error| Err(error.into()))
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
