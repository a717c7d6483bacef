//! The judge: starts four contestants as child processes, deals, asks, and keeps the score.
//!
//! It is the contest's `te_server` and `te_dispatch` in one. A contestant is a command line; the four
//! sit as north, east, south and west. The same seed deals the same cards.
//!
//! The way of a card: the `judge` asks the contestant whose turn it is; the `contestant` writes the
//! command to its process and reads one line back in time; the rules take the card or refuse it. What
//! goes over the pipes is in the `log`, how each game went in the `journal`.
//!
//! Where the contest's document leaves room, the readings are:
//! - The time for an answer runs from the request; what a contestant does with the commands that ask
//!   nothing counts when it is asked next.
//! - A line is an answer. One said without being asked is the answer to the next request. Empty lines
//!   are passed over.
//! - A contestant that is disqualified is stopped at once. Its seat goes on so that the game of the
//!   others can be played to its end: it takes and plays the lowest card that is legal, its points
//!   are counted, and it cannot win. The game is won by who leads the others alone with 300 points or
//!   more, or is left alone. If nobody is left there is no winner.
//! - Every game has new processes, which is how a contestant knows that a game begins.

mod config;
mod contestant;
mod fault;
mod journal;
mod judge;
mod log;
mod process;

pub use config::{ANSWER_TIME, JudgeConfig, ServeError};
pub use contestant::Contestant;
pub use fault::Fault;
pub use journal::{Disqualification, GameRecord, JOURNAL_FILE, JournalContents, read_journal};
pub use judge::Judge;
pub use log::{LOG_FILE, Log};

use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::watch;

use crate::contests::ServeOptions;
use crate::contests::server_thread::ServerThread;

/// Judges the games that `options` ask for; ends early on Ctrl-C (or a termination signal, where there
/// is one).
///
/// # Errors
///
/// [`ServeError`].
pub fn serve(options: &ServeOptions) -> Result<(), ServeError> {
    let mut server = RunningJudge::start(JudgeConfig::from_options(options)?)?;
    server.thread.stop_on_signals()?;
    server.wait()
}

/// A judge at work on a thread of its own. Dropping it stops it and its contestants.
#[derive(Debug)]
pub struct RunningJudge {
    games: Arc<Mutex<Vec<GameRecord>>>,
    thread: ServerThread,
}

impl RunningJudge {
    /// Opens log and journal, and starts the first game.
    ///
    /// # Errors
    ///
    /// [`ServeError`].
    pub fn start(config: JudgeConfig) -> Result<RunningJudge, ServeError> {
        let mut judge = Judge::open(config)?;
        let games = Arc::new(Mutex::new(Vec::new()));
        let stop = watch::Sender::new(false);
        let mut stopped = stop.subscribe();
        let finished = games.clone();
        let work = async move {
            while let Some(game) = judge.play_next(&mut stopped).await {
                let mut finished = finished.lock().unwrap_or_else(PoisonError::into_inner);
                finished.push(game);
            }
        };
        let thread = ServerThread::start("tricky-eights-judge", stop, work)?;
        Ok(RunningJudge { games, thread })
    }

    /// Tells it to stop and does not wait. The game under way is dropped.
    pub fn stop(&self) {
        self.thread.stop();
    }

    /// Waits until all games are over, or it was stopped.
    ///
    /// # Errors
    ///
    /// [`ServeError::Service`].
    pub fn wait(&mut self) -> Result<(), ServeError> {
        Ok(self.thread.wait()?)
    }

    /// The games finished so far.
    pub fn games(&self) -> Vec<GameRecord> {
        let games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        games.clone()
    }
}
