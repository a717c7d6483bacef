//! The configuration of a judge.

use std::io;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use bytesize::ByteSize;
use thiserror::Error;

use super::event::Event;
use super::event_game::EventSettings;
use cardsharp_arena::tournament::Format;
use cardsharp_files::store::StoreError;
use cardsharp_net::SyncPolicy;
use cardsharp_net::server_thread::ServiceError;
use cardsharp_sandbox::{Confinement, ConfinementError};
use cardsharp_terminal::counted::counted;

/// The time that a contestant has for an answer, by the contest's document.
pub const ANSWER_TIME: Duration = Duration::from_secs(4);

/// The memory of its own that a contestant may take, by the contest's document.
pub const OWN_MEMORY: ByteSize = ByteSize::mib(4);

/// The configuration of a judge.
#[derive(Clone, Debug)]
pub struct JudgeConfig {
    /// The contestants' command lines, split into words. Without an event they are four: north, east, south, west.
    pub contestants: Vec<Vec<String>>,
    /// The form of the event that they play; none plays games at one table.
    pub tournament: Option<Format>,
    /// The seed of all deals.
    pub seed: u64,
    /// True if nobody chose the seed. An event then goes on with the seed of its journal.
    pub seed_is_random: bool,
    /// The time that a contestant has for an answer.
    pub answer_time: Duration,
    /// The confinement of the contestants; none lets them use files, the network and any memory.
    pub confinement: Option<Confinement>,
    /// The folder of the log and the journal; none keeps neither.
    pub data: Option<PathBuf>,
    /// The write that the next game waits for, if there is a journal.
    pub sync: SyncPolicy,
    /// The number of games to play, in an event at each table.
    pub games: NonZeroUsize,
}

/// The reason why a judge cannot work.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The number of contestants is wrong.
    #[error("{} given: write four command lines behind --, each as one word", counted(*.0 as u64, "contestant"))]
    Contestants(usize),
    /// The number of contestants of an event is too small.
    #[error("{} given: an event needs four or more, each written as one word behind --", counted(*.0 as u64, "contestant"))]
    TooFew(usize),
    /// The journal has games of another event.
    #[error(
        "{path} has another event ({difference}): repeat the options of that event to go on with it, or choose another data folder"
    )]
    OtherEvent {
        /// The journal.
        path: PathBuf,
        /// The difference in words.
        difference: String,
    },
    /// The database or the journal beside it cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The log cannot be written.
    #[error("{path} cannot be written: {source}; choose another data folder")]
    File {
        /// The file.
        path: PathBuf,
        /// The error that the system returned.
        source: io::Error,
    },
    /// A contestant's program cannot be started for the first game.
    #[error("{seat}'s program `{command}` cannot be started: {reason}")]
    NotStarted {
        /// The name of its seat.
        seat: &'static str,
        /// The command line.
        command: String,
        /// The error that the system returned.
        reason: String,
    },
    /// The contestants cannot be confined.
    #[error("the contestants cannot be kept from files and the network: {0}; --unconfined judges without that")]
    Confinement(#[from] ConfinementError),
    /// The service that runs the judge has failed.
    #[error(transparent)]
    Service(#[from] ServiceError),
}

impl ServeError {
    /// True if another command line would avoid the error.
    pub fn is_usage(&self) -> bool {
        matches!(self, ServeError::Contestants(_) | ServeError::TooFew(_) | ServeError::OtherEvent { .. })
    }
}

impl JudgeConfig {
    /// The event that is to be played, without a game; none if it is games at one table.
    ///
    /// # Errors
    ///
    /// The contestants are too few.
    pub fn event(&self) -> Result<Option<Event>, ServeError> {
        let Some(form) = self.tournament else {
            return Ok(None);
        };
        if self.contestants.len() < 4 {
            return Err(ServeError::TooFew(self.contestants.len()));
        }
        let lines = self.contestants.iter().map(|words| words.join(" "));
        let settings = EventSettings {
            // The event writes it.
            format: String::new(),
            contestants: lines.collect(),
            games: self.games.get(),
            seed: self.seed,
        };
        Ok(Some(Event::new(settings, form)))
    }
}
