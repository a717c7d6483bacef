//! The curve of a run, if it is asked for.

use std::path::PathBuf;

use cardsharp_solvers::run::{Progress, StopReason};

use super::SolveArguments;
use crate::cli::threads;
use crate::report::ReportError;
use crate::report::curve::{CurvePoint, CurveWriter};
use crate::report::manifest::Manifest;

/// Tells how a run goes, in the file asked for and, where that takes a while, on standard error.
pub struct Curve {
    tells: bool,
    file: Option<(PathBuf, CurveWriter, Manifest)>,
    failed: Option<ReportError>,
    iterations: u64,
}

impl SolveArguments {
    /// Begins the curve of `game`, by `solver`.
    pub(super) fn new_curve(
        &self,
        game: &str,
        solver: &str,
        infosets: u64,
    ) -> Result<Curve, ReportError> {
        let begin = |path: &PathBuf| {
            let mut manifest = Manifest::new(game);
            manifest.label = Some(solver.to_owned());
            manifest.solver = solver.to_owned();
            manifest.seed = self.seed;
            manifest.threads = threads::count(self.threads);
            manifest.information_sets = Some(infosets);
            manifest.write(path)?;
            Ok((path.clone(), CurveWriter::create(path)?, manifest))
        };
        Ok(Curve {
            tells: false,
            file: self.curve.as_ref().map(begin).transpose()?,
            failed: None,
            iterations: 0,
        })
    }
}

impl Curve {
    /// The same, telling on standard error too.
    #[must_use]
    pub fn telling(mut self, tells: bool) -> Curve {
        self.tells = tells;
        self
    }

    /// Adds a measure. What goes wrong is told by [`Curve::finish`].
    pub fn push(&mut self, progress: &Progress, nash_conv: f64, unit: &str) {
        self.iterations = progress.iterations;
        if self.tells {
            eprintln!(
                "{:10.3} s  {:>9} iterations  NashConv {nash_conv:.3e}",
                progress.seconds, progress.iterations
            );
        }
        let Some((_, rows, _)) = &mut self.file else {
            return;
        };
        let point = CurvePoint {
            iteration: progress.iterations,
            seconds: progress.seconds,
            nodes: progress.nodes,
            nash_conv,
            half_width: 0.0,
            unit: unit.to_owned(),
        };
        if let Err(error) = rows.push(&point) {
            self.failed.get_or_insert(error);
        }
    }

    /// Ends it.
    pub fn finish(self, reason: Option<StopReason>) -> Result<(), ReportError> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        if let Some((path, _, mut manifest)) = self.file {
            manifest.stop_reason = reason;
            manifest.iterations = Some(self.iterations);
            manifest.write(&path)?;
        }
        Ok(())
    }
}
