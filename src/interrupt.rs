//! The signals that ask the process to end: Ctrl-C (SIGINT), SIGTERM and SIGHUP.
//!
//! Schedulers, containers and `timeout` send SIGTERM, some of them twice. A closed terminal sends SIGHUP.
//! Only Ctrl-C comes from a person, so only a second Ctrl-C ends the process at once.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

/// Exit code of a command that was interrupted after it had saved.
pub const INTERRUPTED: u8 = 130;

/// The kind of signal that arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// A person pressed Ctrl-C.
    CtrlC,
    /// The system or another program asks the process to end.
    Termination,
}

static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// Calls `handler` at every signal from now on, on a thread of its own.
///
/// # Errors
///
/// The system refuses to deliver signals.
pub fn listen(mut handler: impl FnMut(Signal) + Send + 'static) -> io::Result<()> {
    let mut wanted = vec![SIGINT, SIGTERM];
    #[cfg(unix)]
    if !hangup_is_ignored() {
        wanted.push(signal_hook::consts::SIGHUP);
    }
    let mut signals = Signals::new(wanted)?;
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

/// The flag that every signal sets from now on. A second Ctrl-C ends the process at once.
///
/// # Errors
///
/// The system refuses to deliver signals.
pub fn flag() -> io::Result<Arc<AtomicBool>> {
    if let Some(flag) = FLAG.get() {
        return Ok(Arc::clone(flag));
    }
    let flag = FLAG.get_or_init(Arc::default);
    let mut pressed = false;
    listen(move |signal| {
        flag.store(true, Ordering::SeqCst);
        if signal == Signal::CtrlC && std::mem::replace(&mut pressed, true) {
            std::process::exit(i32::from(INTERRUPTED));
        }
    })?;
    Ok(Arc::clone(flag))
}

/// True if a signal has arrived since the first call of [`flag`].
pub fn is_set() -> bool {
    FLAG.get().is_some_and(|flag| flag.load(Ordering::Relaxed))
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
