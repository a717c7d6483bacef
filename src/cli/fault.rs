//! The message and the exit code of a command that failed.

use std::process::ExitCode;

use crate::explicit::OpenError;
use cardsharp_contest::ContestError;
use cardsharp_game::AgentError;

/// The exit code of a mistake in the command line. clap uses the same.
pub(super) const BAD_USAGE: u8 = 2;

/// The exit code of a command that ended with `error`: 2 for a mistake in the command line, 1 for any other error.
pub(super) fn exit_code(error: &anyhow::Error) -> ExitCode {
    if is_usage(error) { ExitCode::from(BAD_USAGE) } else { ExitCode::FAILURE }
}

fn is_usage(error: &anyhow::Error) -> bool {
    // A missing or damaged policy file is not a mistake in the command line.
    let agent = error.downcast_ref::<AgentError>();
    let game = error.downcast_ref::<OpenError>();
    agent.is_some_and(|agent| !matches!(agent, AgentError::Policy { .. }))
        || game.is_some_and(OpenError::is_name)
        || ContestError::is_usage(error)
}

/// The message of an error and of its causes. Many messages contain their cause, so a cause that the message
/// already contains is left out.
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
#[path = "../../tests/unit/cli/fault.rs"]
mod tests;
