//! The exchange of a player with a web service: failed requests are counted, repeated and given up.

use std::marker::PhantomData;
use std::time::Instant;

use thiserror::Error;

use super::client::{BadUrl, HttpFault};
use super::retry::TransientError;
use crate::backoff::{Backoff, NoMore};
use crate::{PasswordError, PlayReport};
use cardsharp_terminal::counted::counted;

/// A reason to give up that all players of web services share. No message contains a secret.
#[derive(Debug, Error)]
pub enum PlayError {
    /// The address cannot be used.
    #[error(transparent)]
    BadUrl(#[from] BadUrl),
    /// The password cannot be read.
    #[error(transparent)]
    Password(#[from] PasswordError),
    /// The server redirects to another address.
    #[error("the server is elsewhere: name {0} with --url")]
    Moved(String),
    /// The server could not be reached, or gave no valid responses.
    #[error("gave up after {} in a row: {last}", counted(*attempts as u64, "attempt"))]
    Unreachable {
        /// The number of attempts.
        attempts: usize,
        /// The fault of the last attempt.
        last: String,
    },
    /// The system starts no thread.
    #[error("the client's thread could not be started: {0}")]
    Thread(std::io::Error),
}

/// The failure of a request.
#[derive(Debug)]
pub enum RequestError<E> {
    /// A fault after which another try may succeed.
    Transient(TransientError),
    /// A fault that every further try would repeat.
    Fatal(E),
}

impl<E> RequestError<E> {
    /// The failure of an answer that makes no sense.
    pub fn odd(what: impl Into<String>) -> RequestError<E> {
        RequestError::Transient(TransientError::odd(what))
    }
}

impl<E> From<HttpFault> for RequestError<E> {
    fn from(fault: HttpFault) -> RequestError<E> {
        RequestError::Transient(fault.into())
    }
}

/// The reason why a player ends before its games are over.
#[derive(Debug)]
pub enum Stop<E> {
    /// The stop flag was set.
    Stopped,
    /// An error that cannot be repaired.
    Failed(E),
}

/// The pauses and the counts of a player whose reasons to give up are `E`.
pub struct Link<'a, E> {
    /// The pauses between requests.
    pub backoff: Backoff<'a>,
    /// The counts up to now.
    pub report: PlayReport,
    error: PhantomData<E>,
}

impl<'a, E: From<PlayError>> Link<'a, E> {
    /// An exchange that has not begun.
    pub fn new(backoff: Backoff<'a>) -> Link<'a, E> {
        Link { backoff, report: PlayReport::default(), error: PhantomData }
    }

    /// Records that the server has answered in any way.
    pub fn answered(&mut self) {
        if self.backoff.is_failing() || self.report.connections == 0 {
            self.report.connections += 1;
        }
        self.backoff.answered();
    }

    /// Waits if the answer to the request of that time came at once.
    ///
    /// # Errors
    ///
    /// [`Stop::Stopped`] if the stop flag is set.
    pub fn hold(&mut self, asked: Instant) -> Result<(), Stop<E>> {
        self.backoff.hold(asked).map_err(|no| stop(no, ""))
    }

    /// Counts a failure, and waits before the next request.
    ///
    /// # Errors
    ///
    /// [`Stop`] if there is to be no further request.
    pub fn recover(&mut self, error: RequestError<E>) -> Result<(), Stop<E>> {
        match error {
            _ if self.backoff.is_stopped() => Err(Stop::Stopped),
            RequestError::Transient(failure) => {
                failure.wait(&mut self.report, &mut self.backoff).map_err(|no| stop(no, &failure.what))
            }
            RequestError::Fatal(error) => Err(Stop::Failed(error)),
        }
    }
}

fn stop<E: From<PlayError>>(no: NoMore, last: &str) -> Stop<E> {
    let last = last.to_owned();
    match no {
        NoMore::Stopped => Stop::Stopped,
        NoMore::GaveUp { attempts } => Stop::Failed(PlayError::Unreachable { attempts, last }.into()),
    }
}
