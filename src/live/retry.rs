//! What goes wrong with a question to a web service and is worth another try.

use std::time::Duration;

use super::PlayReport;
use super::backoff::{Backoff, NoMore};
use super::http::client::{HttpFault, Reply};

/// An attempt that came to nothing.
#[derive(Debug)]
pub struct TransientError {
    /// What was wrong.
    pub what: String,
    /// The time that the server has named.
    retry_after: Option<Duration>,
    /// It was an answer, but one without sense.
    odd: bool,
    /// Another try would find the same.
    lasting: bool,
}

impl TransientError {
    /// An answer without sense.
    pub fn odd(what: impl Into<String>) -> TransientError {
        TransientError {
            what: what.into(),
            retry_after: None,
            odd: true,
            lasting: false,
        }
    }

    /// Whether it was an answer without sense.
    pub fn is_odd(&self) -> bool {
        self.odd
    }

    /// An answer whose status says nothing about a game.
    pub fn of_status(reply: &Reply) -> TransientError {
        TransientError {
            what: format!("status {}", reply.status),
            retry_after: reply.retry_after(),
            // An error of the server, or too much to do for it, is no nonsense.
            odd: !matches!(reply.status, 408 | 429 | 500..),
            lasting: false,
        }
    }

    /// Counts it, and waits before the next attempt.
    ///
    /// # Errors
    ///
    /// Why there shall be none.
    pub fn wait(&self, report: &mut PlayReport, backoff: &mut Backoff<'_>) -> Result<(), NoMore> {
        report.failures += u64::from(!self.odd);
        report.odd_messages += u64::from(self.odd);
        if self.lasting {
            return Err(backoff.give_up());
        }
        tracing::warn!("{}; trying again", self.what);
        backoff.failed(self.retry_after)
    }
}

impl From<HttpFault> for TransientError {
    fn from(fault: HttpFault) -> TransientError {
        TransientError {
            odd: matches!(fault, HttpFault::Odd(_)),
            lasting: matches!(fault, HttpFault::Certificate(_)),
            what: fault.to_string(),
            retry_after: None,
        }
    }
}
