//! Signals for a client of a contest.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use anyhow::Context;

use crate::interrupt::{INTERRUPTED, Signal};
use crate::live::{Departure, Leaving};

/// How a client is told to leave: the first Ctrl-C is obeyed after the running game, the second at once,
/// and a further one ends the process. SIGTERM and SIGHUP, which leave little time, are obeyed at once.
pub fn departure() -> anyhow::Result<Departure> {
    let departure = Departure::new(Arc::default());
    let at_signal = departure.clone();
    let handler = move |signal| match signal {
        Signal::Termination => at_signal.flag().store(true, Ordering::SeqCst),
        Signal::CtrlC => match at_signal.ask() {
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
