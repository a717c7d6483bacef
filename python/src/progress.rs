//! The progress of a run, for a callback.

use std::sync::{Arc, Mutex, PoisonError};

use cardsharp::report::ReportError;
use cardsharp_solvers::best_response::Exploitability;
use cardsharp_solvers::observers::Observe;
use cardsharp_solvers::run::Progress;
use pyo3::prelude::*;

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
