//! The signals that ask the process to end: Ctrl-C (SIGINT), SIGTERM and SIGHUP.
//!
//! Schedulers, containers and `timeout` send SIGTERM, some of them twice. A closed terminal sends SIGHUP.
//! Only Ctrl-C comes from a person, so only a second Ctrl-C ends the process at once.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

pub use crate::signals::{Signal, listen};

/// Exit code of a command that was interrupted after it had saved.
pub const INTERRUPTED: u8 = 130;

static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();

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
