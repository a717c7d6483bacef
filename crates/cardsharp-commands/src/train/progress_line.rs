//! The progress of a training run on standard error.

use cardsharp_solvers::run::{Limits, Progress};
use cardsharp_terminal::eprintln;
use indicatif::ProgressBar;

use super::arguments::TrainArguments;
use crate::progress;
use cardsharp_policy::measurement::Quantity;
use cardsharp_terminal::counted::counted;
use cardsharp_training::ProgressEvent;

/// The line that shows the progress of a run.
pub struct ProgressLine {
    bar: ProgressBar,
    limits: Limits,
    quantity: Quantity,
    quiet: bool,
}

impl ProgressLine {
    /// A line that moves on a terminal. Elsewhere it is printed every few seconds. It begins with the time since then,
    /// which goes on during a long iteration. Nothing is shown with `--quiet`. The run measures `quantity`.
    pub fn new(arguments: &TrainArguments, limits: Limits, quantity: Quantity) -> ProgressLine {
        ProgressLine {
            bar: progress::bar(None, "{elapsed_precise} {msg}", arguments.quiet),
            limits,
            quantity,
            quiet: arguments.quiet,
        }
    }

    /// Shows an event of the run.
    pub fn show(&self, event: &ProgressEvent<'_>) {
        match event {
            ProgressEvent::Progress(progress) => {
                self.bar.set_message(self.line(progress));
                self.bar.tick();
            }
            ProgressEvent::Measuring(progress) => {
                let done = counted(progress.iterations, "iteration");
                self.bar.set_message(format!("{done}, measuring"));
                self.bar.tick();
            }
            ProgressEvent::Measured(progress, measured) => self.say(&format!(
                "{:8.1} s  {:>23}  {} {:.4} ± {:.4}",
                progress.seconds,
                counted(progress.iterations, "iteration"),
                measured.quantity,
                measured.value,
                measured.half_width
            )),
            ProgressEvent::Saved => {}
        }
    }

    /// Prints a line that stays.
    pub fn say(&self, line: &str) {
        if !self.quiet {
            self.bar.suspend(|| eprintln!("{line}"));
        }
    }

    fn line(&self, progress: &Progress) -> String {
        let measured = match progress.nash_conv {
            Some(value) => format!(", {} {value:.3e}", self.quantity),
            None => String::new(),
        };
        let left = self.seconds_left(progress);
        let left = left.map_or(String::new(), |seconds| format!(", {seconds:.0} s left"));
        let done = counted(progress.iterations, "iteration");
        // A run that goes on has no rate before its first iteration.
        let pace = if progress.rate > 0.0 { format!(", {}", pace(progress.rate)) } else { String::new() };
        format!("{done}{pace}{left}{measured}")
    }

    fn seconds_left(&self, progress: &Progress) -> Option<f64> {
        // Measuring counts, and is not among the seconds of training.
        let spent = progress.seconds.max(self.bar.elapsed().as_secs_f64());
        let by_time = self.limits.time.map(|most| most.as_secs_f64() - spent);
        let most = self.limits.iterations.filter(|_| progress.rate > 0.0);
        let by_count = most.map(|most| most.saturating_sub(progress.iterations) as f64 / progress.rate);
        let left = match (by_time, by_count) {
            (Some(time), Some(count)) => Some(time.min(count)),
            (time, count) => time.or(count),
        };
        left.map(|seconds| seconds.max(0.0))
    }

    /// Removes the line.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// Iterations a second in words, or the seconds of one if it takes longer.
pub(super) fn pace(rate: f64) -> String {
    match rate {
        rate if rate > 0.0 && rate < 1.0 => format!("{:.0} s each", 1.0 / rate),
        rate => format!("{rate:.0} a second"),
    }
}

#[cfg(test)]
#[path = "../../tests/unit/train/progress_line.rs"]
mod tests;
