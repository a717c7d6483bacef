//! Observers of a run: a closure, a curve as CSV, a progress bar, or several of them.
//!
//! ```
//! use cardsharp_solvers::prelude::*;
//!
//! let tree = Tree::compile(&Kuhn::TWO)?;
//! let (mut curve, mut measured) = (CsvCurve::new(Vec::new())?, 0);
//! let mut count = observers::on_measure(|_progress, _found| measured += 1);
//! let solved = Cfr::new(&tree, Preset::DCFR)
//!     .run_with(Until::iterations(1_000), &mut (&mut curve, &mut count))?;
//! assert!(solved.nash_conv() < 1e-2);
//! let text = String::from_utf8(curve.into_inner()?)?;
//! assert_eq!(text.lines().next(), Some("iteration,seconds,nodes,quantity,value,half_width,unit"));
//! assert_eq!(text.lines().count(), 1 + measured);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::convert::Infallible;
use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use crate::best_response::Exploitability;
use crate::quantity::Quantity;
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
    fn measured(
        &mut self,
        _progress: &Progress,
        _found: &Exploitability,
    ) -> Result<(), Self::Error> {
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
    tree: &'a Tree,
    answer: &'a dyn Fn(&S) -> RealizationPlan,
    observer: &'a mut O,
}

impl<'a, S, O: Observe> ExactMeasure<'a, S, O> {
    /// Measures the strategy that `answer` reads from the solver, on the compiled game `tree`.
    pub fn new(
        tree: &'a Tree,
        answer: &'a dyn Fn(&S) -> RealizationPlan,
        observer: &'a mut O,
    ) -> Self {
        ExactMeasure {
            tree,
            answer,
            observer,
        }
    }
}

impl<S, O: Observe> Observer<S> for ExactMeasure<'_, S, O> {
    type Error = O::Error;

    fn progress(&mut self, progress: &Progress) {
        self.observer.progress(progress);
    }

    fn measure(&mut self, solver: &mut S, progress: &Progress) -> Result<Option<f64>, O::Error> {
        let found = (self.answer)(solver).exploitability(self.tree);
        self.observer.measured(progress, &found)?;
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

/// A row of a curve.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CurvePoint {
    /// Iterations done, in the solver's own unit.
    pub iteration: u64,
    /// Seconds of training, measuring and saving not counted.
    pub seconds: f64,
    /// Nodes touched.
    pub nodes: u64,
    /// The quantity that is measured.
    #[serde(default)]
    pub quantity: Quantity,
    /// Its value.
    pub value: f64,
    /// Half the width of its 95 % confidence interval; 0 if it is exact.
    #[serde(deserialize_with = "empty_as_zero")]
    pub half_width: f64,
    /// Unit of both, such as `game-win probability`.
    pub unit: String,
}

impl CurvePoint {
    /// The names of the columns, in the order in which they are written.
    pub const COLUMNS: [&'static str; 7] = [
        "iteration",
        "seconds",
        "nodes",
        "quantity",
        "value",
        "half_width",
        "unit",
    ];

    /// The row of an exact NashConv.
    pub fn exact(progress: &Progress, nash_conv: f64, unit: &str) -> CurvePoint {
        CurvePoint {
            iteration: progress.iterations,
            seconds: progress.seconds,
            nodes: progress.nodes,
            quantity: Quantity::NashConv,
            value: nash_conv,
            half_width: 0.0,
            unit: unit.to_owned(),
        }
    }
}

fn empty_as_zero<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or(0.0))
}

/// A curve of NashConv as CSV, with the columns that the command `cardsharp plot` reads:
/// [`CurvePoint::COLUMNS`].
///
/// Every row is flushed, so a killed process loses none.
#[derive(Debug)]
pub struct CsvCurve<W: Write> {
    rows: csv::Writer<W>,
}

impl<W: Write> CsvCurve<W> {
    /// Starts a curve and writes its header.
    ///
    /// # Errors
    ///
    /// The header cannot be written.
    pub fn new(out: W) -> io::Result<CsvCurve<W>> {
        let mut curve = CsvCurve::resume(out);
        curve
            .rows
            .write_record(CurvePoint::COLUMNS)
            .map_err(unwritten)?;
        curve.rows.flush()?;
        Ok(curve)
    }

    /// Continues a curve whose header has been written.
    pub fn resume(out: W) -> CsvCurve<W> {
        let rows = csv::WriterBuilder::new()
            .has_headers(false)
            .from_writer(out);
        CsvCurve { rows }
    }

    /// Writes a row.
    ///
    /// # Errors
    ///
    /// The row cannot be written.
    pub fn push(&mut self, point: &CurvePoint) -> io::Result<()> {
        self.rows.serialize(point).map_err(unwritten)?;
        self.rows.flush()
    }

    /// Ends the curve and returns its writer.
    ///
    /// # Errors
    ///
    /// The last bytes cannot be written.
    pub fn into_inner(self) -> io::Result<W> {
        let unwritten = |error: csv::IntoInnerError<_>| io::Error::from(error.error().kind());
        self.rows.into_inner().map_err(unwritten)
    }
}

fn unwritten(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(source) => source,
        other => io::Error::new(io::ErrorKind::InvalidData, format!("{other:?}")),
    }
}

impl<W: Write> Observe for CsvCurve<W> {
    type Error = io::Error;

    fn measured(&mut self, progress: &Progress, found: &Exploitability) -> io::Result<()> {
        self.push(&CurvePoint::exact(progress, found.nash_conv(), "utility"))
    }
}

/// A progress line on standard error, drawn on a terminal only. It shows iterations, iterations per
/// second, and the latest NashConv.
#[cfg(feature = "progress")]
#[derive(Debug)]
pub struct ProgressBar {
    bar: indicatif::ProgressBar,
}

#[cfg(feature = "progress")]
impl ProgressBar {
    /// A progress line that begins with `name`.
    pub fn new(name: impl Into<String>) -> ProgressBar {
        let bar = indicatif::ProgressBar::new_spinner();
        bar.set_prefix(name.into());
        if let Ok(style) = indicatif::ProgressStyle::with_template("{prefix} {elapsed} {msg}") {
            bar.set_style(style);
        }
        ProgressBar { bar }
    }
}

#[cfg(feature = "progress")]
impl Observe for ProgressBar {
    type Error = io::Error;

    fn progress(&mut self, progress: &Progress) {
        let nash_conv = match progress.nash_conv {
            Some(nash_conv) => format!(", NashConv {nash_conv:.2e}"),
            None => String::new(),
        };
        let (done, rate) = (progress.iterations, progress.rate);
        let iterations = if done == 1 { "iteration" } else { "iterations" };
        self.bar.set_message(format!(
            "{done} {iterations}, {rate:.0} a second{nash_conv}"
        ));
        self.bar.tick();
    }
}

#[cfg(feature = "progress")]
impl Drop for ProgressBar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
