//! The signals that a client of a contest obeys.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use anyhow::Context;

use cardsharp_net::{Departure, Leaving};
use cardsharp_system::interrupt::{INTERRUPTED, Signal};

/// The departure of a client, which signals request. The client obeys the first Ctrl-C after the running
/// game, and the second at once. A further one ends the process. The client obeys SIGTERM and SIGHUP at once,
/// because the system may end the process soon after them.
///
/// # Errors
///
/// The process cannot listen for signals.
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
    cardsharp_system::interrupt::listen(handler).context("cannot listen for signals")?;
    Ok(departure)
}
