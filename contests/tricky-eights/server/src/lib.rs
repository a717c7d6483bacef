//! The judge: it starts four contestants as child processes, deals, asks them for cards, and keeps the score.
//!
//! It does the work of both the contest's `te_server` and its `te_dispatch`. A contestant is a
//! command line. The four sit as north, east, south and west. The same seed deals the same cards.
//!
//! A card is requested as follows. The `judge` asks the contestant whose turn it is. The `contestant` writes the
//! command to its process and reads one line back in time. The rules accept or refuse the card. The `log` contains all
//! lines sent through the pipes, and the `journal` the result of each game.
//!
//! The contest's document leaves some points open. The judge reads them as follows:
//! - The time for an answer runs from the request. The time that a contestant spends on commands
//!   that need no answer counts towards its next answer.
//! - A line is an answer. A line that comes without a request is the answer to the next request.
//!   Empty lines are passed over.
//! - A contestant that is disqualified is stopped at once. Its seat continues, so that the others
//!   can play the game to its end: it takes and plays the lowest legal card, its points are
//!   counted, and it cannot win. The game is won by the contestant who leads the others alone with
//!   300 points or more, or who is the only one left. If no contestant is left, there is no winner.
//! - Every game has new processes, which is how a contestant knows that a game begins. If a
//!   contestant cannot be started for the first game, this is an error of the judge's user, and no
//!   game is played.

mod config;
mod contestant;
mod event;
mod event_game;
mod fault;
mod journal;
mod judge;
mod judged_game;
mod log;
mod orphans;
mod process;
mod process_tree;
mod ranking;
mod served;
mod standings;

pub use cardsharp_files::store::StoreError;
pub use config::{ANSWER_TIME, JudgeConfig, OWN_MEMORY, ServeError};
pub use contestant::Contestant;
pub use event::Event;
pub use event_game::{EventGame, EventSettings};
pub use fault::Fault;
pub use journal::{DATABASE_FILE, Disqualification, GameRecord, JOURNAL_FILE, JournalContents, read_journal};
pub use judge::Judge;
pub use log::{LOG_FILE, Log};
pub use served::SERVED_JOURNAL;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use self::orphans::Orphans;
use cardsharp_net::server_thread::{ServerThread, StopSignals};
use cardsharp_terminal::counted::counted;
use cardsharp_terminal::println;

/// Judges the games that `config` asks for, and prints the standings of the contestants. It ends
/// early on Ctrl-C, SIGTERM and SIGHUP.
///
/// # Errors
///
/// [`ServeError`].
pub fn serve(config: JudgeConfig) -> Result<(), ServeError> {
    // Before the address is printed: whoever reads it may send a signal at once.
    let signals = StopSignals::listen()?;
    // Before orphans are adopted: the trial has a child of its own.
    let notes = report_confinement(&config)?;
    let kept = config.data.is_some();
    let judge = Judge::open(config)?;
    judge.note(&notes);
    let mut server = RunningJudge::run(judge.with_orphans(Orphans::adopt()))?;
    server.thread.stop_on(signals);
    let outcome = server.wait();
    let games = server.games();
    if let Some(event) = server.event() {
        print_event(&event, kept);
    } else if !games.is_empty() {
        println!("{}", standings::standings(&games));
        println!("{}", counted(games.len() as u64, "game"));
    }
    outcome
}

/// Prints the ranking of an event, if it is over.
fn print_event(event: &Event, kept: bool) {
    let games = counted(event.games().len() as u64, "game");
    match (event.is_over(), kept) {
        (true, _) => println!("{}\n{games}", ranking::ranking(event)),
        (false, true) => println!("{games}; the same command goes on with the event"),
        (false, false) => println!("{games}; the event was not kept, since there was no --data"),
    }
}

/// Says how the contestants are confined, and returns it for the judge's log.
fn report_confinement(config: &JudgeConfig) -> Result<Vec<String>, ServeError> {
    let Some(confinement) = &config.confinement else {
        let free = "the contestants are not confined: files, the network and any memory are theirs";
        tracing::warn!("{free}");
        return Ok(vec![free.to_owned()]);
    };
    let memory = confinement.memory;
    let mut notes = vec![format!(
        "the contestants are confined: no files, no network, {memory} of memory, and the system calls of a list"
    )];
    tracing::info!("{}", notes[0]);
    for lack in confinement.support()?.missing {
        let weaker = format!("the confinement is weaker on this system: {lack}");
        tracing::warn!("{weaker}");
        notes.push(weaker);
    }
    Ok(notes)
}

/// The results of a judge so far.
#[derive(Debug, Default)]
struct Results {
    games: Vec<GameRecord>,
    event: Option<Event>,
    failure: Option<ServeError>,
}

/// A judge that runs on its own thread. Dropping it stops it and its contestants.
#[derive(Debug)]
pub struct RunningJudge {
    results: Arc<Mutex<Results>>,
    thread: ServerThread,
}

impl RunningJudge {
    /// Opens the log and the journal, and starts the first game.
    ///
    /// # Errors
    ///
    /// [`ServeError`].
    pub fn start(config: JudgeConfig) -> Result<RunningJudge, ServeError> {
        RunningJudge::run(Judge::open(config)?)
    }

    fn run(mut judge: Judge) -> Result<RunningJudge, ServeError> {
        let results = Arc::<Mutex<Results>>::default();
        let stop = watch::Sender::new(false);
        let (mut stopped, shared) = (stop.subscribe(), results.clone());
        let work = async move {
            loop {
                let played = judge.play_next(&mut stopped).await;
                let mut results = shared.lock().unwrap_or_else(PoisonError::into_inner);
                match played {
                    Ok(Some(game)) => results.games.push(game),
                    Ok(None) => {
                        results.event = judge.event().cloned();
                        return;
                    }
                    Err(error) => {
                        results.event = judge.event().cloned();
                        results.failure = Some(error);
                        return;
                    }
                }
            }
        };
        let thread = ServerThread::start("tricky-eights-judge", stop, work)?;
        Ok(RunningJudge { results, thread })
    }

    /// Stops the judge without waiting for it. The game in progress is dropped.
    pub fn stop(&self) {
        self.thread.stop();
    }

    /// Waits until all games are over, or the judge is stopped.
    ///
    /// # Errors
    ///
    /// [`ServeError::NotStarted`], [`ServeError::Store`] and [`ServeError::Service`].
    pub fn wait(&mut self) -> Result<(), ServeError> {
        self.thread.wait()?;
        self.results().failure.take().map_or(Ok(()), Err)
    }

    /// The games finished so far.
    pub fn games(&self) -> Vec<GameRecord> {
        self.results().games.clone()
    }

    /// The event with all its games, once the judge is done or stopped; none if it has no event.
    pub fn event(&self) -> Option<Event> {
        self.results().event.clone()
    }

    fn results(&self) -> MutexGuard<'_, Results> {
        let results = self.results.lock();
        results.unwrap_or_else(PoisonError::into_inner)
    }
}
