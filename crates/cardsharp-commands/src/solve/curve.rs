//! The curve of a solve.

use std::path::PathBuf;

use cardsharp_solvers::run::{Progress, StopReason};
use cardsharp_terminal::eprintln;
use indicatif::ProgressBar;

use super::SolveArguments;
use crate::{progress, threads};
use cardsharp_policy::report::ReportError;
use cardsharp_policy::report::curve::{CurvePoint, CurveWriter};
use cardsharp_policy::report::manifest::Manifest;
use cardsharp_terminal::counted::counted;

/// The progress of a solve: the rows of the curve's file, if one is requested, and a line on standard error.
pub struct Curve {
    bar: ProgressBar,
    /// True if every measurement is printed as a line on standard error.
    lines: bool,
    file: Option<(PathBuf, CurveWriter, Manifest)>,
    failed: Option<ReportError>,
    iterations: u64,
}

impl SolveArguments {
    /// Begins the curve of `game`, which `solver` solves, or continues it from the iteration `begun`.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn new_curve(&self, game: &str, solver: &str, infosets: u64, begun: u64) -> Result<Curve, ReportError> {
        let begin = |path: &PathBuf| {
            let mut manifest = Manifest::new(game);
            manifest.label = Some(solver.to_owned());
            manifest.solver = solver.to_owned();
            manifest.seed = self.seed;
            manifest.threads = threads::count(self.threads);
            manifest.information_sets = Some(infosets);
            manifest.write(path)?;
            let rows = match begun {
                0 => CurveWriter::create(path)?,
                _ => CurveWriter::resume(path, begun)?.0,
            };
            Ok((path.clone(), rows, manifest))
        };
        let bar = progress::bar(None, "{elapsed} {msg}", self.quiet);
        bar.set_message("no measure yet");
        Ok(Curve {
            bar,
            lines: false,
            file: self.curve.as_ref().map(begin).transpose()?,
            failed: None,
            iterations: 0,
        })
    }
}

impl Curve {
    /// Sets whether every measurement is printed as a line on standard error.
    #[must_use]
    pub fn with_lines(mut self, lines: bool) -> Curve {
        self.lines = lines;
        self
    }

    /// Shows the progress since the latest measurement.
    pub fn show(&self, progress: &Progress) {
        let iterations = counted(progress.iterations, "iteration");
        let measure = match progress.nash_conv {
            Some(nash_conv) => format!("latest NashConv {nash_conv:.3e}"),
            None => "no measure yet".to_owned(),
        };
        self.bar.set_message(format!("{iterations}, {measure}"));
    }

    /// Adds a measurement. If it cannot be written, [`Curve::finish`] returns the error.
    pub fn push(&mut self, progress: &Progress, nash_conv: f64, unit: &str) {
        self.iterations = progress.iterations;
        let iterations = counted(progress.iterations, "iteration");
        if self.lines {
            let measure = format!("NashConv {nash_conv:.3e}");
            let seconds = progress.seconds;
            self.bar
                .suspend(|| eprintln!("{seconds:10.3} s  {iterations:>20}  {measure}"));
        }
        let Some((_, rows, _)) = &mut self.file else {
            return;
        };
        let point = CurvePoint::exact(progress, nash_conv, unit);
        if let Err(error) = rows.push(&point) {
            self.failed.get_or_insert(error);
        }
    }

    /// Ends the curve.
    ///
    /// # Errors
    ///
    /// A measurement or the manifest cannot be written.
    pub fn finish(self, reason: Option<StopReason>) -> Result<(), ReportError> {
        self.bar.finish_and_clear();
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
