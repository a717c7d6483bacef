//! Ctrl-C as a flag that long runs look at.

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use cardsharp_solvers::run::StopReason;

use crate::contests::{Departure, Leaving};

/// Exit code of a run that was interrupted after saving.
pub const INTERRUPTED: u8 = 130;

/// The exit code of a run that ended for this reason.
pub fn exit_code(reason: Option<StopReason>) -> ExitCode {
    match reason {
        Some(StopReason::Interrupted) => ExitCode::from(INTERRUPTED),
        _ => ExitCode::SUCCESS,
    }
}

/// A flag that Ctrl-C (or a polite kill) sets. A second one ends the process at once.
pub fn flag() -> anyhow::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&flag);
    ctrlc::set_handler(move || {
        if seen.swap(true, Ordering::SeqCst) {
            std::process::exit(i32::from(INTERRUPTED));
        }
    })
    .context("cannot listen for Ctrl-C")?;
    Ok(flag)
}

/// Ctrl-C for a client of a contest: the first is obeyed after the running game, the second at once. A
/// further one ends the process.
pub fn departure() -> anyhow::Result<Departure> {
    let departure = Departure::new(Arc::default());
    let asked = departure.clone();
    ctrlc::set_handler(move || match asked.ask() {
        Leaving::AfterTheGame => {
            tracing::warn!("the running game is finished first; Ctrl-C again leaves at once");
        }
        Leaving::Now => {}
        Leaving::Overdue => std::process::exit(i32::from(INTERRUPTED)),
    })
    .context("cannot listen for Ctrl-C")?;
    Ok(departure)
}
