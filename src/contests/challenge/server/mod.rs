//! A contest server of Challenge, for practice.
//!
//! Two doors: on the contest port the teams that are connected are matched against each other in
//! rounds, without end; on the practice port whoever comes is seated at once against a very stupid
//! opponent, one game after another. Both obey the same rules.
//!
//! The way of a move: a connection (`link`) cuts bytes into frames and hands them to its team's
//! `seat`, where at most one request is open; the game at the `table` asks the seats, applies
//! the rules, keeps the clocks and tells both players what happened; `rounds` string games
//! together; the `hall` brings connections to seats and seats to tables; every finished game is
//! one line of the `journal`.
//!
//! Where the contest's document leaves room, the readings are:
//! - While a request is open, a frame that cannot be understood is an illegal move; one that answers
//!   an earlier request is dropped. While none is open, every frame is dropped.
//! - A connection that goes while its request is open costs a penalty at that moment, and so does
//!   being away when a move is due. Who comes back in between is asked as if nothing had happened.
//!   After a penalty for absence the game waits a moment for the team, so that it has a chance.
//! - A newer connection of a team takes the place of the older one.
//! - Where every connection is a team of its own, one that comes from the address of a team whose
//!   game has lost its connection takes that game over.

mod announce;
mod config;
mod doors;
mod faults;
mod hall;
mod house_bot;
mod journal;
mod link;
mod rounds;
mod seat;
mod table;
mod teams;

pub use announce::{RequestHeading, outcomes, request};
pub use config::{CONTEST_PORT, PRACTICE_PORT, ServeError, ServerConfig};
pub use journal::{
    GameEnd, GameRecord, JOURNAL_FILE, JournalContents, JournalError, Port, RoundPlace,
    read_journal,
};
pub use teams::{HAMMERING_WAIT, TeamId, Teams, TeamsError};

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use self::faults::PeerLog;
use self::journal::Journal;
use crate::contests::server_thread::{ServerThread, listen};
use crate::contests::{ServeOptions, derive_seed};

/// Serves until Ctrl-C (or a termination signal, where there is one), or until the games that
/// `options` asks for are played.
pub fn serve(options: &ServeOptions) -> Result<(), ServeError> {
    let mut server = RunningServer::start(ServerConfig::from_options(options)?)?;
    server.thread.stop_on_signals()?;
    server.wait()
}

/// What the tasks of a server have in common.
#[derive(Debug)]
struct Shared {
    config: ServerConfig,
    log: PeerLog,
    games: Mutex<GameCount>,
    stop: watch::Sender<bool>,
}

#[derive(Debug)]
struct GameCount {
    last_id: i32,
    started: usize,
    finished: usize,
    rounds_begun: u32,
    rounds_finished: usize,
    rounds: VecDeque<RoundRecord>,
    journal: Option<Journal>,
}

/// Finished rounds that are remembered.
const ROUNDS_KEPT: usize = 1024;

/// A finished round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundRecord {
    /// Number of the round since the server was started, from 1.
    pub round: u32,
    /// Who played.
    pub teams: [TeamId; 2],
    /// Games won by each.
    pub wins: [u32; 2],
    /// Who has won the round: by games, or because the other did not come back.
    pub winner: TeamId,
}

impl Shared {
    fn games(&self) -> MutexGuard<'_, GameCount> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of a round that begins.
    fn next_round(&self) -> u32 {
        let mut games = self.games();
        games.rounds_begun = games.rounds_begun.wrapping_add(1);
        games.rounds_begun
    }

    /// Remembers a round, and stops the server if it was the last.
    fn finish_round(&self, record: RoundRecord) {
        let RoundRecord { round, winner, .. } = record;
        let [one, two] = record.wins;
        tracing::info!("round {round}: {one} to {two}, team {} wins it", winner.0);
        let mut games = self.games();
        games.rounds_finished += 1;
        if games.rounds.len() == ROUNDS_KEPT {
            games.rounds.pop_front();
        }
        games.rounds.push_back(record);
        if Some(games.rounds_finished) == self.config.rounds.map(usize::from) {
            self.stop.send_replace(true);
        }
    }

    /// The number of a game that may begin; none if all games that were asked for have begun.
    fn next_game(&self) -> Option<i32> {
        let mut games = self.games();
        if !self.may_begin(&games) {
            return None;
        }
        games.started += 1;
        // Clients keep it in a signed 32-bit integer.
        games.last_id = games.last_id.checked_add(1).unwrap_or(1);
        Some(games.last_id)
    }

    fn may_begin(&self, games: &GameCount) -> bool {
        let wanted = self.config.games.map_or(usize::MAX, usize::from);
        games.started < wanted && !*self.stop.borrow()
    }

    /// Whether another game may begin.
    fn has_games_left(&self) -> bool {
        self.may_begin(&self.games())
    }

    /// Writes a game into the journal, and stops the server if it was the last.
    fn finish_game(&self, record: &GameRecord) {
        let mut games = self.games();
        games.finished += 1;
        if let Some(journal) = &mut games.journal
            && let Err(error) = journal.append(record)
        {
            let id = record.game_id;
            tracing::error!(%error, "game {id} could not be written into the journal");
        }
        if Some(games.finished) == self.config.games.map(usize::from) {
            self.stop.send_replace(true);
        }
    }

    /// The seed of a game's shuffles: another one for every game.
    fn shoe_seed(&self, game_id: i32) -> u64 {
        derive_seed(self.config.seed, 2 * u64::from(game_id.unsigned_abs()))
    }

    /// The seed of the house bot's play in a game.
    fn house_seed(&self, game_id: i32) -> u64 {
        derive_seed(self.config.seed, 2 * u64::from(game_id.unsigned_abs()) + 1)
    }
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
        let (journal, last_id) = match &config.data {
            Some(folder) => {
                let (journal, last_id) = Journal::open(folder)?;
                (Some(journal), last_id)
            }
            None => (None, 0),
        };
        let (contest, contest_addr) = listen(config.bind, config.port)?;
        let (practice, test_addr) = listen(config.bind, config.test_port)?;
        let shared = Arc::new(Shared {
            config,
            log: PeerLog::default(),
            games: Mutex::new(GameCount {
                last_id,
                started: 0,
                finished: 0,
                rounds_begun: 0,
                rounds_finished: 0,
                rounds: VecDeque::new(),
                journal,
            }),
            stop: watch::Sender::new(false),
        });
        let doors = doors::keep(shared.clone(), contest, practice);
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
        self.shared.games().finished
    }

    /// The rounds finished so far, oldest first; of very many the last thousand.
    pub fn rounds(&self) -> Vec<RoundRecord> {
        self.shared.games().rounds.iter().copied().collect()
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
