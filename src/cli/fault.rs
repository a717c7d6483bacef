//! What a command that failed says, and with which exit code.

use std::process::ExitCode;

use crate::contest::{AgentError, BadUsage, UnknownOption};
use crate::explicit::OpenError;

/// Exit code for what was typed wrongly; clap has the same.
pub(super) const BAD_USAGE: u8 = 2;

/// The exit code of a command that ended with `error`: 2 for what another command line would mend, 1 for
/// everything else.
pub(super) fn exit_code(error: &anyhow::Error) -> ExitCode {
    match is_usage(error) {
        true => ExitCode::from(BAD_USAGE),
        false => ExitCode::FAILURE,
    }
}

fn is_usage(error: &anyhow::Error) -> bool {
    // A policy file that is missing or damaged is no matter of usage, whichever command reads it.
    let agent = error.downcast_ref::<AgentError>();
    let game = error.downcast_ref::<OpenError>();
    agent.is_some_and(|agent| !matches!(agent, AgentError::Policy { .. }))
        || game.is_some_and(OpenError::is_name)
        || error.is::<BadUsage>()
        || error.is::<UnknownOption>()
}

/// The error with its causes, none of them said twice: many messages contain their cause.
pub(super) fn message(error: &anyhow::Error) -> String {
    let mut said = String::new();
    for cause in error.chain() {
        let cause = cause.to_string();
        if said.contains(&cause) {
            continue;
        }
        if !said.is_empty() {
            said.push_str(": ");
        }
        said.push_str(&cause);
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::{Context, anyhow};

    #[test]
    fn a_cause_is_said_once() {
        let error = anyhow!("a.csv cannot be read: no such file").context("plotting");
        assert_eq!(
            message(&error),
            "plotting: a.csv cannot be read: no such file"
        );
        let inner = std::io::Error::other("no such file");
        let error: Result<(), _> = Err(inner).context("a.csv cannot be read: no such file");
        assert_eq!(
            message(&error.unwrap_err()),
            "a.csv cannot be read: no such file"
        );
    }

    #[test]
    fn usage_is_found_under_what_it_was_said_of() {
        let wrong = anyhow::Error::from(BadUsage::new("leave it out")).context("playing");
        assert!(is_usage(&wrong));
        let missing = AgentError::Policy {
            path: "a.policy".to_owned(),
            reason: "no such file".to_owned(),
        };
        assert!(!is_usage(&anyhow::Error::from(missing)));
        assert!(is_usage(&anyhow::Error::from(AgentError::NoName)));
    }
}
