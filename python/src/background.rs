//! Work without the interpreter lock, during which Ctrl-C is heard.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;

use crate::errors::CardsharpError;

/// The time between two looks for signals and progress.
const LOOK: Duration = Duration::from_millis(50);
/// The time that interrupted work has to end. Work that takes longer, such as a linear program, is left to end
/// by itself.
const PATIENCE: Duration = Duration::from_millis(500);

/// Does `work` on a thread of its own and returns its result. Meanwhile the calling thread has no interpreter
/// lock, except to hear signals and to call `look`. If a signal's handler or `look` raises an exception, `stop`
/// is set and the exception is returned.
///
/// # Errors
///
/// The exception, or that of work that panicked.
pub fn run<T: Send + 'static>(
    py: Python<'_>,
    stop: &AtomicBool,
    mut look: impl FnMut(Python<'_>) -> PyResult<()>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (sender, mut receiver) = mpsc::sync_channel(1);
    let worker = thread::Builder::new().name("cardsharp".to_owned());
    // The receiver is gone if the work was left to end by itself.
    let worker = worker.spawn(move || drop(sender.send(work())))?;
    loop {
        match wait(py, &mut receiver, LOOK) {
            Ok(done) => return Ok(done),
            Err(RecvTimeoutError::Timeout) => {
                if let Err(raised) = py.check_signals().and_then(|()| look(py)) {
                    stop.store(true, Ordering::Relaxed);
                    drop(wait(py, &mut receiver, PATIENCE));
                    return Err(raised);
                }
            }
            Err(RecvTimeoutError::Disconnected) => {
                let panic = worker.join().err();
                let text = panic.and_then(|panic| {
                    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
                    text.or_else(|| panic.downcast_ref::<String>().cloned())
                });
                let text = text.unwrap_or_else(|| "no reason given".to_owned());
                return Err(CardsharpError::new_err(format!(
                    "an error of cardsharp itself: {text}; please report it with the call that led here"
                )));
            }
        }
    }
}

/// Does `work` that nothing can stop and that reports no progress: see [`run`].
///
/// # Errors
///
/// Those of [`run`].
pub fn run_whole<T: Send + 'static>(py: Python<'_>, work: impl FnOnce() -> T + Send + 'static) -> PyResult<T> {
    run(py, &AtomicBool::new(false), |_| Ok(()), work)
}

/// Does `work` that nothing can stop. Meanwhile the function `look`, if there is one, is called several times a
/// second with 0, the number of nodes that are known. After its exception the work is left to end by itself.
///
/// # Errors
///
/// Those of [`run`].
pub fn run_looking<T: Send + 'static>(
    py: Python<'_>,
    look: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let look = |_: Python<'_>| look.map_or(Ok(()), |look| look.call1((0,)).map(drop));
    run(py, &AtomicBool::new(false), look, work)
}

fn wait<T: Send>(py: Python<'_>, receiver: &mut Receiver<T>, time: Duration) -> Result<T, RecvTimeoutError> {
    py.detach(move || receiver.recv_timeout(time))
}
