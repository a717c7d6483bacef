//! The progress of the demo.

use std::time::Duration;

use indicatif::ProgressBar;

use crate::progress::bar;
use cardsharp_policy::container::Measured;
use cardsharp_terminal::counted::counted;
use cardsharp_terminal::eprintln;
use cardsharp_training::ProgressEvent;

/// Shows the progress of the demo on standard error.
pub struct Progress {
    bar: ProgressBar,
    quiet: bool,
}

impl Progress {
    /// Shows nothing if `quiet`.
    pub fn new(quiet: bool) -> Progress {
        Progress { bar: bar(None, "{wide_msg}", quiet), quiet }
    }

    /// Prints a line that stays.
    pub fn say(&self, line: &str) {
        if !self.quiet {
            self.bar.suspend(|| eprintln!("{line}"));
        }
    }

    /// Shows the current state, until the next one replaces it.
    pub fn update(&self, line: String) {
        self.bar.set_message(line);
    }

    /// Shows an event of a training run of `time`.
    pub fn training(&self, event: &ProgressEvent<'_>, time: Duration) {
        match event {
            ProgressEvent::Progress(now) => {
                let left = (time.as_secs_f64() - now.seconds).max(0.0);
                let latest = now.nash_conv;
                let latest = latest.map_or(String::new(), |value| format!(", NashConv {value:.4}"));
                self.update(format!(
                    "training: {:.0} s, {}, {:.0} a second, {left:.0} s left{latest}",
                    now.seconds,
                    counted(now.iterations, "iteration"),
                    now.rate
                ));
            }
            ProgressEvent::Measured(now, measured) => self.measured(now.seconds, now.iterations, measured),
            ProgressEvent::Measuring(_) | ProgressEvent::Saved => {}
        }
    }

    /// Prints a measurement.
    pub fn measured(&self, seconds: f64, iterations: u64, measured: &Measured) {
        let value = match measured.half_width {
            0.0 => format!("{:.5}", measured.value),
            half_width => format!("{:.3} ± {half_width:.3}", measured.value),
        };
        self.say(&format!("{seconds:7.1} s  {:>22}  NashConv {value}", counted(iterations, "iteration")));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
