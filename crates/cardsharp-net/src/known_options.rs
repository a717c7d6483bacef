//! The check that a contest supports the options that are given.

use std::fmt::Display;

use thiserror::Error;

pub use cardsharp_game::BadUsage;

impl From<UnknownOption> for BadUsage {
    fn from(unknown: UnknownOption) -> BadUsage {
        BadUsage::new(unknown)
    }
}

/// An option that a contest does not support.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the {side} of {contest} knows no {option}: leave it out")]
pub struct UnknownOption {
    /// `server` or `client`.
    pub side: &'static str,
    /// The contest.
    pub contest: &'static str,
    /// The option as written on the command line.
    pub option: String,
}

/// Checks that all given options are known.
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
