//! Observers of a run: a closure, a curve as CSV, a progress bar, or several of them. The curve and the
//! progress bar come with the feature `observers`.

#[cfg(feature = "observers")]
mod curve;
#[cfg(feature = "observers")]
mod progress_bar;

#[cfg(feature = "observers")]
pub use curve::{CsvCurve, CurvePoint};
#[cfg(feature = "observers")]
pub use progress_bar::ProgressBar;

use std::convert::Infallible;
use std::io;

use crate::best_response::Exploitability;
use crate::run::{Observer, Progress};
use crate::tree::{RealizationPlan, Tree};

/// An observer of a run. An error ends the run.
pub trait Observe {
    /// The error that ends the run.
    type Error;

    /// Receives the progress of the run several times a second.
    fn progress(&mut self, _progress: &Progress) {}

    /// Receives a measure. Measures come often at first, then ever more seldom, and at the end.
    ///
    /// # Errors
    ///
    /// The run ends with the error.
    fn measured(&mut self, _progress: &Progress, _found: &Exploitability) -> Result<(), Self::Error> {
        Ok(())
    }
}

/// The observer that ignores everything.
impl Observe for () {
    type Error = Infallible;
}

impl<O: Observe + ?Sized> Observe for &mut O {
    type Error = O::Error;

    fn progress(&mut self, progress: &Progress) {
        (**self).progress(progress);
    }

    fn measured(&mut self, progress: &Progress, found: &Exploitability) -> Result<(), O::Error> {
        (**self).measured(progress, found)
    }
}

/// Two observers; the first receives every report first.
impl<E, A: Observe<Error = E>, B: Observe<Error = E>> Observe for (A, B) {
    type Error = E;

    fn progress(&mut self, progress: &Progress) {
        self.0.progress(progress);
        self.1.progress(progress);
    }

    fn measured(&mut self, progress: &Progress, found: &Exploitability) -> Result<(), E> {
        self.0.measured(progress, found)?;
        self.1.measured(progress, found)
    }
}

/// The observer of a training loop that measures the strategy of its solver exactly, passes all
/// reports on and saves nothing.
pub struct ExactMeasure<'a, S, O> {
    measure: Box<dyn Fn(&S) -> Exploitability + 'a>,
    observer: &'a mut O,
    /// The latest measure.
    pub(crate) latest: Option<Exploitability>,
}

impl<'a, S, O: Observe> ExactMeasure<'a, S, O> {
    /// Measures the strategy that `answer` reads from the solver, on the compiled game `tree`, as it
    /// will be read from a file: [`RealizationPlan::as_behaviour`].
    pub fn new(tree: &'a Tree, answer: &'a dyn Fn(&S) -> RealizationPlan, observer: &'a mut O) -> Self {
        let measure = move |solver: &S| answer(solver).as_behaviour(tree).exploitability(tree);
        ExactMeasure::by(measure, observer)
    }

    /// Measures by `measure`.
    pub fn by(measure: impl Fn(&S) -> Exploitability + 'a, observer: &'a mut O) -> Self {
        ExactMeasure { measure: Box::new(measure), observer, latest: None }
    }
}

impl<S, O: Observe> Observer<S> for ExactMeasure<'_, S, O> {
    type Error = O::Error;

    fn progress(&mut self, progress: &Progress) {
        self.observer.progress(progress);
    }

    fn measure(&mut self, solver: &mut S, progress: &Progress) -> Result<Option<f64>, O::Error> {
        let found = self.latest.insert((self.measure)(solver));
        self.observer.measured(progress, found)?;
        Ok(Some(found.nash_conv()))
    }

    fn save(&mut self, _solver: &mut S, _progress: &Progress) -> Result<(), O::Error> {
        Ok(())
    }
}

/// An observer that calls a closure with every measure: see [`on_measure`].
#[derive(Clone, Copy, Debug)]
pub struct OnMeasure<F>(F);

/// Makes an observer that calls `receive` with every measure. It never fails. Its error type is that
/// of the other observers here, so that they can be joined.
pub fn on_measure<F: FnMut(&Progress, &Exploitability)>(receive: F) -> OnMeasure<F> {
    OnMeasure(receive)
}

impl<F: FnMut(&Progress, &Exploitability)> Observe for OnMeasure<F> {
    type Error = io::Error;

    fn measured(&mut self, progress: &Progress, found: &Exploitability) -> io::Result<()> {
        (self.0)(progress, found);
        Ok(())
    }
}
