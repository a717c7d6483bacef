//! The error of a contest's family of games, of its policies, or of its records.

use std::error::Error;

use cardsharp_game::BadUsage;
use cardsharp_policy::PolicyError;
use thiserror::Error;

use crate::MemberError;

/// The reason why a contest cannot answer.
#[derive(Debug, Error)]
pub enum ContestError {
    /// The contest does not have what it is asked for, or the request does not fit the policy.
    #[error(transparent)]
    Usage(#[from] BadUsage),
    /// The name of a member of the family is not one.
    #[error(transparent)]
    Member(#[from] MemberError),
    /// A policy cannot be read.
    #[error(transparent)]
    Policy(#[from] PolicyError),
    /// A record is not one of this contest.
    #[error(transparent)]
    Record(#[from] serde_json::Error),
    /// Something else has failed.
    #[error(transparent)]
    Failed(Box<dyn Error + Send + Sync>),
}

impl ContestError {
    /// The error of anything else that has failed.
    pub fn failed(error: impl Into<Box<dyn Error + Send + Sync>>) -> ContestError {
        ContestError::Failed(error.into())
    }

    /// True if `error` is a mistake in a request: another request would succeed.
    pub fn is_usage(error: &anyhow::Error) -> bool {
        let contest = error.downcast_ref::<ContestError>();
        error.is::<BadUsage>() || matches!(contest, Some(ContestError::Usage(_)))
    }
}
