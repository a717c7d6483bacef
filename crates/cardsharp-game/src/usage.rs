//! Mistakes in a command line that the parser cannot detect.

use std::fmt::Display;

use thiserror::Error;

/// A mistake in the command line. The message names the mistake and its remedy.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct BadUsage(String);

impl BadUsage {
    /// A mistake with this message.
    pub fn new(what: impl Display) -> BadUsage {
        BadUsage(what.to_string())
    }

    /// The error of a command, as a mistake in its command line if another one would avoid it.
    pub fn or_failure<E: std::error::Error + Send + Sync + 'static>(
        error: E,
        is_usage: fn(&E) -> bool,
    ) -> anyhow::Error {
        if is_usage(&error) { BadUsage::new(error).into() } else { error.into() }
    }
}
