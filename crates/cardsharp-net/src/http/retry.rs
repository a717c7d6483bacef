//! Failed requests to a web service that are worth another attempt.

use std::time::Duration;

use super::client::{HttpFault, Reply};
use crate::PlayReport;
use crate::backoff::{Backoff, NoMore};

/// A failed attempt.
#[derive(Debug)]
pub struct TransientError {
    /// The fault, in words.
    pub what: String,
    /// The wait that the server asked for.
    retry_after: Option<Duration>,
    /// True if the server answered, but the answer makes no sense.
    odd: bool,
    /// True if another attempt would fail in the same way.
    lasting: bool,
}

impl TransientError {
    /// The error of an answer that makes no sense.
    pub fn odd(what: impl Into<String>) -> TransientError {
        TransientError { what: what.into(), retry_after: None, odd: true, lasting: false }
    }

    /// True if the server answered, but the answer makes no sense.
    pub fn is_odd(&self) -> bool {
        self.odd
    }

    /// The error of an answer with an unexpected status.
    pub fn of_status(reply: &Reply) -> TransientError {
        TransientError {
            what: format!("status {}", reply.status),
            retry_after: reply.retry_after(),
            // Errors of the server, and answers of an overloaded server, make sense.
            odd: !matches!(reply.status, 408 | 429 | 500..),
            lasting: false,
        }
    }

    /// Counts the failure in `report`, and waits before the next attempt.
    ///
    /// # Errors
    ///
    /// [`NoMore`] if there is to be no further attempt.
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
