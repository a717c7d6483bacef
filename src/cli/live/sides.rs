//! The server or the client of the contest that a command names, and the log of the command.

use std::io;

use tracing::Level;

use cardsharp_commands::progress::obeys_escapes;
use cardsharp_commands::{ContestClient, ContestCommands, ContestServer};
use cardsharp_game::BadUsage;

/// The contest's server.
///
/// # Errors
///
/// The contest has none.
pub(super) fn server_of(contest: &dyn ContestCommands) -> Result<&'static ContestServer, BadUsage> {
    let missing = || BadUsage::new(format!("{} has no server", contest.name()));
    contest.commands().server.ok_or_else(missing)
}

/// The contest's client.
///
/// # Errors
///
/// The contest has none.
pub(super) fn client_of(contest: &dyn ContestCommands) -> Result<&'static ContestClient, BadUsage> {
    let missing = || BadUsage::new(format!("{} has no client", contest.name()));
    contest.commands().client.ok_or_else(missing)
}

/// Sends the log to standard error. If `quiet`, it has errors only.
pub(super) fn log_to_stderr(quiet: bool) {
    let level = if quiet { Level::ERROR } else { Level::INFO };
    // A log that the caller set up earlier stays.
    let _ = tracing_subscriber::fmt()
        .with_max_level(level)
        .with_writer(io::stderr)
        .with_ansi(obeys_escapes())
        .with_target(false)
        // Standard error may be closed.
        .log_internal_errors(false)
        .try_init();
}
