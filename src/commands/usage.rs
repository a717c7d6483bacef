//! Command lines that are wrong in a way that their parser cannot see.

use std::fmt::Display;

use thiserror::Error;

/// A mistake in the command line; the text names it and the way out.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct BadUsage(String);

impl BadUsage {
    /// Says what is wrong.
    pub fn new(what: impl Display) -> BadUsage {
        BadUsage(what.to_string())
    }
}
