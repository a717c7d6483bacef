//! A contest server of Challenge, for practice.
//!
//! Two doors: on the contest port the teams that are connected are matched against each other in
//! rounds, without end; on the practice port whoever comes is seated at once against a very stupid
//! opponent, one game after another. Both obey the same rules.
//!
//! The way of a move: a connection (`link`) cuts bytes into frames and hands them to its team's
//! `seat`, where at most one request is open; the game at the `table` asks the seats, applies
//! the rules, keeps the clocks and tells both players what happened; `rounds` string games
//! together; the `hall` brings connections to seats and, in `pairing`, seats to tables; every finished
//! game is one line of the `journal`, and so is every finished round. What the journal tells of
//! `earlier` runs is gone on with: numbers, meetings, `standings`, and rounds that were interrupted.
//!
//! Where the contest's document leaves room, the readings are:
//! - While a request is open, a frame that cannot be understood is an illegal move; one that answers
//!   an earlier request is dropped. While none is open, every frame is dropped.
//! - A team that is away when a move is due, or loses its connection while a request is open, may
//!   recover, as the document says: its own clock runs, and if it is back before that is used up down
//!   to a reserve it is asked (again) with what is left. If not, it is penalised as in the document's
//!   example, once in every interval of [`ServerConfig::absence_interval`], until it is back. Who is
//!   away for longer than any client of the contest needs is penalised without a wait.
//! - A newer connection of a team takes the place of the older one.
//! - Only a team that can be told by its address comes back to its seat. Where every connection is a
//!   team of its own, whoever comes is a new team.
//! - The pair that has met least often plays first, then who has waited longest (`pairing`).
//! - The numbers of requests are unique in a game, over both players.

mod announce;
mod config;
mod doors;
mod earlier;
mod faults;
mod hall;
mod house_bot;
mod journal;
mod link;
mod pairing;
mod rounds;
mod seat;
mod shared;
mod standings;
mod table;
mod teams;

pub use announce::{RequestHeading, outcomes, request};
pub use config::{ABSENCE_INTERVAL, CONTEST_PORT, PRACTICE_PORT, ServeError, ServerConfig};
pub use journal::{
    GameEnd, GameRecord, JOURNAL_FILE, JournalContents, JournalError, Port, RoundPlace,
    RoundRecord, read_journal,
};
pub use standings::{Standing, Standings, WonLost};
pub use teams::{HAMMERING_WAIT, TeamId, TeamTable, Teams, TeamsError};

use std::io::Write;
use std::net::SocketAddr;
use std::sync::Arc;

use self::earlier::Earlier;
use self::journal::Journal;
use self::pairing::Pairing;
use self::shared::Shared;
use self::standings::Score;
use crate::contests::ServeOptions;
use crate::contests::server_thread::{ServerThread, listen};
use crate::output;

/// Serves until Ctrl-C, SIGTERM or SIGHUP, or until the games or rounds
/// that `options` asks for are played. Writes the standings to standard output then.
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
    contest_addr: SocketAddr,
    test_addr: SocketAddr,
    shared: Arc<Shared>,
    thread: ServerThread,
}

impl RunningServer {
    /// Opens the journal and both ports, and starts to serve.
    pub fn start(config: ServerConfig) -> Result<RunningServer, ServeError> {
        let (journal, earlier) = match &config.data {
            Some(folder) => {
                let (journal, earlier) = Journal::open(folder)?;
                (Some(journal.forced(config.sync)), earlier)
            }
            None => (None, Earlier::default()),
        };
        let (contest, contest_addr) = listen(config.bind, config.port)?;
        let (practice, test_addr) = listen(config.bind, config.test_port)?;
        let last = [earlier.last_team, earlier.last_game];
        let last_round = earlier.last_round;
        let (pairing, score) = match config.teams {
            // No team of an earlier run can be told again.
            Teams::Open => (Pairing::default(), Score::default()),
            Teams::Loopback | Teams::Table(_) => earlier.go_on(),
        };
        let shared = Arc::new(Shared::new(config, journal, last, last_round, score));
        let doors = doors::keep(shared.clone(), pairing, contest, practice);
        let thread = ServerThread::start("challenge-server", shared.stop.clone(), doors)?;
        tracing::info!("contest on {contest_addr}, practice on {test_addr}");
        Ok(RunningServer {
            contest_addr,
            test_addr,
            shared,
            thread,
        })
    }

    /// Where teams are matched.
    pub fn contest_addr(&self) -> SocketAddr {
        self.contest_addr
    }

    /// Where the practice opponent sits.
    pub fn test_addr(&self) -> SocketAddr {
        self.test_addr
    }

    /// Games finished so far, on both ports.
    pub fn games_finished(&self) -> usize {
        self.shared.games_finished()
    }

    /// The rounds finished so far, oldest first; of very many the last thousand.
    pub fn rounds(&self) -> Vec<RoundRecord> {
        self.shared.rounds()
    }

    /// The standings. Where teams can be told from one run to the next, and there is a journal, they
    /// are those of all its games; else those since the start.
    pub fn standings(&self) -> Standings {
        self.shared.standings()
    }

    /// Tells it to stop and does not wait. Games under way are dropped; what was to be sent is sent.
    pub fn stop(&self) {
        self.thread.stop();
    }

    /// Waits until it has stopped: because it was told to, or because the games or rounds asked for
    /// are over. What it has counted can still be asked for then.
    pub fn wait(&mut self) -> Result<(), ServeError> {
        Ok(self.thread.wait()?)
    }

    /// Stops it and waits for that.
    pub fn shutdown(mut self) -> Result<(), ServeError> {
        self.stop();
        self.wait()
    }
}
