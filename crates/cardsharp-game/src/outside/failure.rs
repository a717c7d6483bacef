//! The failure of an outside agent.

use thiserror::Error;

use super::{OutsideError, Request};

/// The reason why an outside agent gave no legal action.
#[derive(Debug, Error)]
pub enum OutsideFailure {
    /// The agent's own code failed.
    #[error("agent `{agent}` failed: {source}")]
    Failed {
        /// The agent's name.
        agent: String,
        /// Its error.
        source: OutsideError,
    },
    /// The agent chose an action that is not legal.
    #[error("agent `{agent}` chose {action}, which is not legal here: choose one of {legal}")]
    Illegal {
        /// The agent's name.
        agent: String,
        /// The action's name; its number if the contest has no such action.
        action: String,
        /// The numbers and names of the legal actions.
        legal: String,
    },
}

impl OutsideFailure {
    /// The failure of an `agent` that answered the request with `action`.
    pub(super) fn illegal(agent: &str, action: usize, request: &Request) -> OutsideFailure {
        let legal: Vec<String> = request.actions().map(|(number, name)| format!("{number} ({name})")).collect();
        OutsideFailure::Illegal {
            agent: agent.to_owned(),
            action: match request.space().name(action) {
                Some(name) => format!("{action} ({name})"),
                None => action.to_string(),
            },
            legal: legal.join(", "),
        }
    }
}
