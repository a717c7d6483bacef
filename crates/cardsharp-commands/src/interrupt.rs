//! The signals that interrupt a long command.

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Context;
use cardsharp_solvers::run::StopReason;

pub use cardsharp_system::interrupt::INTERRUPTED;

/// The exit code of a run that ended for this reason.
pub fn exit_code(reason: Option<StopReason>) -> ExitCode {
    match reason {
        Some(StopReason::Interrupted) => ExitCode::from(INTERRUPTED),
        _ => ExitCode::SUCCESS,
    }
}

/// A flag that Ctrl-C, SIGTERM and SIGHUP set. A second Ctrl-C ends the process at once.
///
/// # Errors
///
/// The process cannot listen for signals.
pub fn flag() -> anyhow::Result<Arc<AtomicBool>> {
    cardsharp_system::interrupt::flag().context("cannot listen for signals")
}
