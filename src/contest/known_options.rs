//! Refusing options that a contest does not have, by name.

use std::fmt::Display;

use thiserror::Error;

pub use crate::commands::usage::BadUsage;

impl From<UnknownOption> for BadUsage {
    fn from(unknown: UnknownOption) -> BadUsage {
        BadUsage::new(unknown)
    }
}

/// An option that a contest does not have.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the {side} of {contest} knows no {option}: leave it out")]
pub struct UnknownOption {
    /// `server` or `client`.
    pub side: &'static str,
    /// The contest.
    pub contest: &'static str,
    /// The option, as it is written on the command line.
    pub option: String,
}

/// Whether all options that are given are known.
pub(super) fn check<O: Copy + PartialEq + Display>(
    side: &'static str,
    contest: &'static str,
    known: &[O],
    given: impl IntoIterator<Item = (O, bool)>,
) -> Result<(), UnknownOption> {
    let unknown = |(option, given): &(O, bool)| *given && !known.contains(option);
    match given.into_iter().find(unknown) {
        Some((option, _)) => Err(UnknownOption {
            side,
            contest,
            option: option.to_string(),
        }),
        None => Ok(()),
    }
}
