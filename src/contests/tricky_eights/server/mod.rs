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
//! - Every game has new processes, which is how a contestant knows that a game begins. One that cannot be
//!   started for the first game is a mistake of whoever started the judge, and no game is played.

mod config;
mod contestant;
mod family;
mod fault;
mod journal;
mod judge;
mod log;
mod process;
mod standings;

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
use crate::counted::counted;

/// Judges the games that `options` ask for, and prints how the contestants have done. Ends early on Ctrl-C,
/// SIGTERM and SIGHUP.
///
/// # Errors
///
/// [`ServeError`].
pub fn serve(options: &ServeOptions) -> Result<(), ServeError> {
    let mut server = RunningJudge::start(JudgeConfig::from_options(options)?)?;
    server.thread.stop_on_signals()?;
    let outcome = server.wait();
    let games = server.games();
    if !games.is_empty() {
        println!("{}", standings::standings(&games));
        println!("{}", counted(games.len() as u64, "game"));
    }
    outcome
}

/// A judge at work on a thread of its own. Dropping it stops it and its contestants.
#[derive(Debug)]
pub struct RunningJudge {
    games: Arc<Mutex<Vec<GameRecord>>>,
    failure: Arc<Mutex<Option<ServeError>>>,
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
        let failure = Arc::new(Mutex::new(None));
        let (finished, failed) = (games.clone(), failure.clone());
        let work = async move {
            loop {
                match judge.play_next(&mut stopped).await {
                    Ok(Some(game)) => {
                        let mut finished = finished.lock().unwrap_or_else(PoisonError::into_inner);
                        finished.push(game);
                    }
                    Ok(None) => return,
                    Err(error) => {
                        let mut failed = failed.lock().unwrap_or_else(PoisonError::into_inner);
                        *failed = Some(error);
                        return;
                    }
                }
            }
        };
        let thread = ServerThread::start("tricky-eights-judge", stop, work)?;
        Ok(RunningJudge {
            games,
            failure,
            thread,
        })
    }

    /// Tells it to stop and does not wait. The game under way is dropped.
    pub fn stop(&self) {
        self.thread.stop();
    }

    /// Waits until all games are over, or it was stopped.
    ///
    /// # Errors
    ///
    /// [`ServeError::NotStarted`] and [`ServeError::Service`].
    pub fn wait(&mut self) -> Result<(), ServeError> {
        self.thread.wait()?;
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        failure.take().map_or(Ok(()), Err)
    }

    /// The games finished so far.
    pub fn games(&self) -> Vec<GameRecord> {
        let games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        games.clone()
    }
}
