//! The configuration of a judge.

use std::io;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use thiserror::Error;

use crate::contest::{ServeOptions, SyncPolicy};
use crate::counted::counted;
use crate::live::server_thread::ServiceError;

/// The time that a contestant has for an answer, by the contest's document.
pub const ANSWER_TIME: Duration = Duration::from_secs(4);

/// The configuration of a judge.
#[derive(Clone, Debug)]
pub struct JudgeConfig {
    /// The contestants' command lines, split into words: north, east, south, west.
    pub contestants: [Vec<String>; 4],
    /// The seed of all deals.
    pub seed: u64,
    /// The time that a contestant has for an answer.
    pub answer_time: Duration,
    /// The folder of the log and the journal; none keeps neither.
    pub data: Option<PathBuf>,
    /// The write that the next game waits for, if there is a journal.
    pub sync: SyncPolicy,
    /// The number of games to play.
    pub games: NonZeroUsize,
}

/// The reason why a judge cannot work.
#[derive(Debug, Error)]
pub enum ServeError {
    /// A port or an address was given, but the judge listens on none.
    #[error(
        "the judge of Tricky Eights starts its contestants itself and listens nowhere: leave out {0}"
    )]
    NoPort(&'static str),
    /// The number of contestants is wrong.
    #[error("{} given: write four command lines behind --, each as one word", counted(*.0 as u64, "contestant"))]
    Contestants(usize),
    /// A command line cannot be split into words.
    #[error("contestant `{0}` is no command line: it is empty, or a quote is not closed")]
    CommandLine(String),
    /// The log or the journal cannot be written.
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
    /// The service that runs the judge has failed.
    #[error(transparent)]
    Service(#[from] ServiceError),
}

impl ServeError {
    /// True if another command line would avoid the error.
    pub fn is_usage(&self) -> bool {
        matches!(
            self,
            ServeError::NoPort(_) | ServeError::Contestants(_) | ServeError::CommandLine(_)
        )
    }
}

impl JudgeConfig {
    /// The configuration that the command line asks for.
    ///
    /// # Errors
    ///
    /// The contestants are not four command lines, or a port or an address is given.
    pub fn from_options(options: &ServeOptions) -> Result<JudgeConfig, ServeError> {
        if options.port.is_some() {
            return Err(ServeError::NoPort("--port"));
        }
        if options.bind != ServeOptions::default().bind {
            return Err(ServeError::NoPort("--bind"));
        }
        let given = &options.contestants;
        let contestants: &[String; 4] = given
            .as_slice()
            .try_into()
            .map_err(|_| ServeError::Contestants(given.len()))?;
        let mut words = [const { Vec::new() }; 4];
        for (words, line) in words.iter_mut().zip(contestants) {
            let split = shlex::split(line).filter(|words| !words.is_empty());
            *words = split.ok_or_else(|| ServeError::CommandLine(line.clone()))?;
        }
        Ok(JudgeConfig {
            contestants: words,
            seed: options.seed.unwrap_or_else(rand::random),
            answer_time: options.answer_time.unwrap_or(ANSWER_TIME),
            data: options.data.clone(),
            sync: options.sync.unwrap_or(SyncPolicy::Os),
            games: options.games.unwrap_or(NonZeroUsize::MIN),
        })
    }
}
