//! The progress of a run, for a callback.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use cardsharp::report::ReportError;
use cardsharp_solvers::best_response::Exploitability;
use cardsharp_solvers::observers::Observe;
use cardsharp_solvers::run::Progress;
use pyo3::prelude::*;

use crate::background;

/// The curve and the latest progress of a run. The run writes them, and the calling thread reads them.
#[derive(Clone, Debug, Default)]
pub struct Watched(Arc<Mutex<Seen>>);

#[derive(Debug, Default)]
struct Seen {
    curve: Vec<Progress>,
    latest: Option<Progress>,
}

impl Watched {
    /// The measures so far.
    pub fn curve(&self) -> Vec<Progress> {
        self.seen(|seen| seen.curve.clone())
    }

    /// Calls `report` with the latest progress, if there is one that it was not called with. Returns true if
    /// the callback asks to stop.
    ///
    /// # Errors
    ///
    /// The exception of the callback.
    pub fn show(&self, report: &Bound<'_, PyAny>) -> PyResult<bool> {
        let latest = self.seen(|seen| seen.latest.take());
        let Some(now) = latest else {
            return Ok(false);
        };
        let answer = report.call1((now.iterations, now.seconds, now.nodes, now.rate, now.nash_conv))?;
        answer.is_truthy()
    }

    fn seen<T>(&self, look: impl FnOnce(&mut Seen) -> T) -> T {
        look(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Does `work` without the interpreter lock, as [`background::run`] does. Calls `report` with its progress several times a second and
/// at the end, and sets the work's flag when `report` asks to stop. Returns the measures, too.
///
/// # Errors
///
/// Those of [`background::run`], and the exception of the callback.
pub fn run<T: Send + 'static>(
    py: Python<'_>,
    report: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&AtomicBool, Watched) -> PyResult<T> + Send + 'static,
) -> PyResult<(T, Vec<Progress>)> {
    let (watched, stop) = (Watched::default(), Arc::new(AtomicBool::new(false)));
    let show = |_: Python<'_>| {
        if let Some(report) = report
            && watched.show(report)?
        {
            stop.store(true, Ordering::Relaxed);
        }
        Ok(())
    };
    let (observed, flag) = (watched.clone(), stop.clone());
    let done = background::run(py, &stop, show, move || work(&flag, observed))??;
    if let Some(report) = report {
        watched.show(report)?;
    }
    Ok((done, watched.curve()))
}

impl Observe for Watched {
    type Error = ReportError;

    fn progress(&mut self, progress: &Progress) {
        self.seen(|seen| seen.latest = Some(*progress));
    }

    fn measured(&mut self, progress: &Progress, found: &Exploitability) -> Result<(), ReportError> {
        let measured = Progress { nash_conv: Some(found.nash_conv()), ..*progress };
        self.seen(|seen| {
            seen.curve.push(measured);
            seen.latest = Some(measured);
        });
        Ok(())
    }
}
