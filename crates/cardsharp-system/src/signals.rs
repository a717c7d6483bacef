//! The signals that ask the process to end.

use std::io;

use signal_hook::consts::{SIGINT, SIGTERM};

/// The kind of signal that arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// A person pressed Ctrl-C.
    CtrlC,
    /// The system or another program asks the process to end.
    Termination,
}

/// Calls `handler` at every signal from now on, on a thread of its own.
///
/// # Errors
///
/// The system refuses to deliver signals.
#[cfg(unix)]
pub fn listen(mut handler: impl FnMut(Signal) + Send + 'static) -> io::Result<()> {
    let mut wanted = vec![SIGINT, SIGTERM];
    if !hangup_is_ignored() {
        wanted.push(signal_hook::consts::SIGHUP);
    }
    let mut signals = signal_hook::iterator::Signals::new(wanted)?;
    let wait = move || {
        for signal in signals.forever() {
            handler(match signal {
                SIGINT => Signal::CtrlC,
                _ => Signal::Termination,
            });
        }
    };
    let thread = std::thread::Builder::new().name("signals".to_owned());
    thread.spawn(wait).map(drop)
}

/// Calls `handler` at every signal from now on, on a thread of its own. This system has no queue of signals: the
/// thread looks for them at intervals, and two of a kind within one interval are one.
///
/// # Errors
///
/// The system refuses to deliver signals.
#[cfg(not(unix))]
pub fn listen(mut handler: impl FnMut(Signal) + Send + 'static) -> io::Result<()> {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;

    const INTERVAL: Duration = Duration::from_millis(20);

    let kinds = [(SIGINT, Signal::CtrlC), (SIGTERM, Signal::Termination)];
    let mut flags = Vec::new();
    for (number, signal) in kinds {
        let flag = Arc::new(AtomicBool::new(false));
        signal_hook::flag::register(number, Arc::clone(&flag))?;
        flags.push((flag, signal));
    }
    let wait = move || {
        loop {
            std::thread::sleep(INTERVAL);
            for (flag, signal) in &flags {
                if flag.swap(false, Ordering::SeqCst) {
                    handler(*signal);
                }
            }
        }
    };
    let thread = std::thread::Builder::new().name("signals".to_owned());
    thread.spawn(wait).map(drop)
}

/// True if the process ignores SIGHUP, as one started by `nohup` does.
#[cfg(unix)]
fn hangup_is_ignored() -> bool {
    let hangup = 1u64 << (signal_hook::consts::SIGHUP - 1);
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask & hangup != 0)
}
