//! Signals that end long commands, as the commands see them.

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use cardsharp_solvers::run::StopReason;

use crate::contests::{Departure, Leaving};
use crate::explicit::Method;
pub use crate::interrupt::INTERRUPTED;
use crate::interrupt::Signal;

/// The exit code of a run that ended for this reason.
pub fn exit_code(reason: Option<StopReason>) -> ExitCode {
    match reason {
        Some(StopReason::Interrupted) => ExitCode::from(INTERRUPTED),
        _ => ExitCode::SUCCESS,
    }
}

/// The flag for a run with `method`. A linear program is solved in one go with nothing to save: signals
/// end the process as if nobody listened.
pub fn of_method(method: Method) -> anyhow::Result<Arc<AtomicBool>> {
    match method {
        Method::Lp => Ok(Arc::default()),
        _ => flag(),
    }
}

/// A flag that Ctrl-C, SIGTERM and SIGHUP set. A second Ctrl-C ends the process at once.
pub fn flag() -> anyhow::Result<Arc<AtomicBool>> {
    crate::interrupt::flag().context("cannot listen for signals")
}

/// Signals for a client of a contest: the first Ctrl-C is obeyed after the running game, the second at once,
/// and a further one ends the process. SIGTERM and SIGHUP, which leave little time, are obeyed at once.
pub fn departure() -> anyhow::Result<Departure> {
    let departure = Departure::new(Arc::default());
    let asked = departure.clone();
    let handler = move |signal| match signal {
        Signal::Termination => asked.flag().store(true, Ordering::SeqCst),
        Signal::CtrlC => match asked.ask() {
            Leaving::AfterTheGame => {
                tracing::warn!("the running game is finished first; Ctrl-C again leaves at once");
            }
            Leaving::Now => {}
            Leaving::Overdue => std::process::exit(i32::from(INTERRUPTED)),
        },
    };
    crate::interrupt::listen(handler).context("cannot listen for signals")?;
    Ok(departure)
}
