//! The curve of a solve.

use std::path::{Path, PathBuf};

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
        let run = CurveRun { game, solver, seed: self.seed, threads: threads::count(self.threads), infosets };
        run.curve(self.curve.as_deref(), begun, self.quiet)
    }
}

/// The run that a curve belongs to.
#[derive(Clone, Copy)]
pub struct CurveRun<'a> {
    /// The game.
    pub game: &'a str,
    /// The solver.
    pub solver: &'a str,
    /// The seed of what is sampled.
    pub seed: u64,
    /// The number of threads.
    pub threads: usize,
    /// The number of information sets.
    pub infosets: u64,
}

impl CurveRun<'_> {
    /// Begins the curve, in the file `path` if there is one, or continues it from the iteration `begun`.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn curve(self, path: Option<&Path>, begun: u64, quiet: bool) -> Result<Curve, ReportError> {
        let begin = |path: &Path| {
            let mut manifest = Manifest::new(self.game);
            manifest.label = Some(self.solver.to_owned());
            manifest.solver = self.solver.to_owned();
            manifest.seed = self.seed;
            manifest.threads = self.threads;
            manifest.information_sets = Some(self.infosets);
            manifest.write(path)?;
            let rows = match begun {
                0 => CurveWriter::create(path)?,
                _ => CurveWriter::resume(path, begun)?.0,
            };
            Ok((path.to_owned(), rows, manifest))
        };
        let bar = progress::bar(None, "{elapsed} {msg}", quiet);
        bar.set_message("no measure yet");
        Ok(Curve { bar, lines: false, file: path.map(begin).transpose()?, failed: None, iterations: 0 })
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
            self.bar.suspend(|| eprintln!("{seconds:10.3} s  {iterations:>20}  {measure}"));
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
