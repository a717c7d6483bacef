//! A contest server of Challenge, for practice.
//!
//! It has two ports with the same rules. On the contest port, connected teams are matched against each other in rounds,
//! without end. On the practice port, every team plays at once against a weak bot, one game after another.
//!
//! A move takes this path. A connection (`link`) cuts bytes into frames and passes them to its team's `seat`, which has
//! at most one open request. The game at the `table` sends requests to the seats, applies the rules, keeps the clocks,
//! and sends the results to both players. `rounds` runs one game after another. The `lobby` assigns connections to
//! seats, and its `pairing` assigns seats to tables. In an `event` the `scheduler` has phases: open play, its last
//! hour, and a tournament (`elimination`). Every finished game is one line of the `journal`, and so is every finished
//! round. From the journal of earlier runs the server continues numbers, meetings, `standings`, and interrupted rounds.
//!
//! If the contest's document leaves a choice, this server decides as follows:
//! - While a request is open, a frame that cannot be understood is an illegal move; one that answers
//!   an earlier request is dropped. While none is open, every frame is dropped.
//! - A team that is absent when a move is due, or loses its connection while a request is open, may
//!   recover, as the document says. Its own clock runs. If it is back before the clock is used up
//!   down to a reserve, it receives the request (again) with the time left. Otherwise it is
//!   penalised as in the document's example, once in every interval of
//!   [`ServerConfig::absence_interval`], until it is back. A team that is absent for longer than
//!   any client of the contest needs is penalised without a wait.
//! - A newer connection of a team replaces the older one.
//! - A team can return to its seat only if its address identifies it. If every connection is a team
//!   of its own, every connection is a new team.
//! - The pair that has met least often plays first, then the team that has waited longest
//!   (`pairing`).
//! - The numbers of requests are unique in a game, over both players.

mod config;
mod earlier_runs;
mod elimination;
mod event;
mod faults;
mod house_bot;
mod journal;
mod link;
mod listeners;
mod lobby;
mod messages;
mod pairing;
mod record;
mod rounds;
mod scheduler;
mod seat;
mod served;
mod server_state;
mod standings;
mod table;
mod teams;

pub use cardsharp_files::store::StoreError;
pub use config::{ABSENCE_INTERVAL, CONTEST_PORT, PRACTICE_PORT, ServeError, ServerConfig};
pub use event::{EventRecord, EventSettings, FORFEIT_PAUSE, LAST_HOUR, OPEN_PLAY};
pub use journal::{DATABASE_FILE, JOURNAL_FILE, JournalContents, read_journal};
pub use messages::{RequestHeading, outcomes, request};
pub use record::{GameEnd, GameRecord, Port, RoundPlace, RoundRecord};
pub use served::SERVED_JOURNAL;
pub use standings::{Standing, Standings, WonLost};
pub use teams::{HAMMERING_WAIT, TeamId, TeamTable, Teams, TeamsError};

use std::io::Write;
use std::net::SocketAddr;
use std::sync::Arc;

use self::earlier_runs::EarlierRuns;
use self::journal::open_journal;
use self::record::seconds_since_1970;
use self::scheduler::{Event, Scheduler};
use self::server_state::ServerState;
use self::standings::ranking_table;
use cardsharp_net::server_thread::{ServerThread, StopSignals, listen};
use cardsharp_terminal::output;

/// Serves until Ctrl-C, SIGTERM or SIGHUP, or until the games or rounds that the configuration asks for are
/// played. Then it writes the standings to standard output.
pub fn serve(config: ServerConfig) -> Result<(), ServeError> {
    // Before the address is printed: whoever reads it may send a signal at once.
    let signals = StopSignals::listen()?;
    let mut server = RunningServer::start(config)?;
    server.thread.stop_on(signals);
    server.wait()?;
    output::write(|out| {
        write!(out, "{}", server.standings())?;
        match server.ranking() {
            Some(ranking) => write!(out, "\n{}", ranking_table(&ranking, &server.state.config.teams)),
            None => Ok(()),
        }
    });
    Ok(())
}

/// A running server on its own thread. Dropping it stops it.
#[derive(Debug)]
pub struct RunningServer {
    contest_addr: SocketAddr,
    test_addr: SocketAddr,
    state: Arc<ServerState>,
    thread: ServerThread,
}

impl RunningServer {
    /// Opens the journal and both ports, and starts to serve.
    pub fn start(config: ServerConfig) -> Result<RunningServer, ServeError> {
        let opened = (config.data.as_deref()).map(|folder| open_journal(folder, config.sync));
        let (journal, earlier) = opened.transpose()?.unzip();
        let earlier: EarlierRuns = earlier.unwrap_or_default();
        let (contest, contest_addr) = listen(config.bind, config.port)?;
        let (practice, test_addr) = listen(config.bind, config.test_port)?;
        let last = [earlier.last_team, earlier.last_game];
        let last_round = earlier.last_round;
        let (pairing, score, event) = match config.teams {
            // No team can be recognised from an earlier run.
            Teams::Open => Default::default(),
            Teams::Loopback | Teams::Table(_) => earlier.resume(),
        };
        let known = config.teams.known().into_iter().chain(score.teams());
        let known = known.collect();
        let began_at = event.began_at.unwrap_or_else(seconds_since_1970);
        let settings = config.event;
        let state = Arc::new(ServerState::new(config, journal, last, last_round, score));
        if settings.is_some() && event.began_at.is_none() {
            state.begin_phase(&EventRecord::OpenPlay { began_at })?;
        }
        let event = settings.map(|settings| Event::new(settings, began_at, known, event.tournament));
        let scheduler = Scheduler::new(pairing, event);
        let listeners = listeners::serve_ports(state.clone(), scheduler, contest, practice);
        let thread = ServerThread::start("challenge-server", state.stop.clone(), listeners)?;
        tracing::info!("contest on {contest_addr}, practice on {test_addr}");
        Ok(RunningServer { contest_addr, test_addr, state, thread })
    }

    /// The address of the contest port.
    pub fn contest_addr(&self) -> SocketAddr {
        self.contest_addr
    }

    /// The address of the practice port.
    pub fn test_addr(&self) -> SocketAddr {
        self.test_addr
    }

    /// The number of games finished up to now, on both ports.
    pub fn games_finished(&self) -> usize {
        self.state.games_finished()
    }

    /// The rounds finished up to now, oldest first; at most about the last thousand.
    pub fn rounds(&self) -> Vec<RoundRecord> {
        self.state.rounds()
    }

    /// The standings. If teams keep their numbers from one run to the next and there is a journal,
    /// they are those of all its games. Otherwise they are those since the start.
    pub fn standings(&self) -> Standings {
        self.state.standings()
    }

    /// The teams of the event's tournament, the winner first, once it is over.
    pub fn ranking(&self) -> Option<Vec<TeamId>> {
        self.state.ranking()
    }

    /// Tells the server to stop, without a wait. Games under way are dropped; waiting messages are sent.
    pub fn stop(&self) {
        self.thread.stop();
    }

    /// Waits until the server has stopped, by a call or after its last game or round. Its counts
    /// can still be read then. Fails if a game or a round could not be written.
    pub fn wait(&mut self) -> Result<(), ServeError> {
        self.thread.wait()?;
        Ok(self.state.close_journal()?)
    }

    /// Stops the server and waits for its end.
    pub fn shutdown(mut self) -> Result<(), ServeError> {
        self.stop();
        self.wait()
    }
}
