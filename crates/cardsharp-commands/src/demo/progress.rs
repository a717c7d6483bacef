//! The progress of the demo: a moving line on a terminal, and a plain line every few seconds elsewhere.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::progress::obeys_escapes;
use cardsharp_policy::container::Measured;
use cardsharp_terminal::counted::counted;
use cardsharp_terminal::eprintln;
use cardsharp_training::ProgressEvent;

/// Time between two plain lines.
const PLAIN_EVERY: Duration = Duration::from_secs(5);

/// Shows the progress of the demo on standard error.
pub struct Progress {
    /// The name of the quantity that is measured.
    measure: &'static str,
    bar: ProgressBar,
    quiet: bool,
    moving: bool,
    last_plain: Mutex<Instant>,
}

impl Progress {
    /// Shows nothing if `quiet`. `measure` is the name of the quantity that is measured.
    pub fn new(quiet: bool, measure: &'static str) -> Progress {
        let moving = obeys_escapes() && !quiet;
        let bar = if moving {
            ProgressBar::new_spinner()
        } else {
            ProgressBar::hidden()
        };
        if let Ok(style) = ProgressStyle::with_template("{spinner} {wide_msg}") {
            bar.set_style(style);
        }
        if moving {
            bar.enable_steady_tick(Duration::from_millis(120));
        }
        Progress {
            measure,
            bar,
            quiet,
            moving,
            last_plain: Mutex::new(Instant::now()),
        }
    }

    /// Prints a line that stays.
    pub fn say(&self, line: &str) {
        if !self.quiet {
            self.bar.suspend(|| eprintln!("{line}"));
        }
    }

    /// Shows the current state. On a terminal the next state replaces it.
    pub fn update(&self, line: &str) {
        if self.moving {
            self.bar.set_message(line.to_owned());
            return;
        }
        let mut last = match self.last_plain.lock() {
            Ok(last) => last,
            Err(poisoned) => poisoned.into_inner(),
        };
        if last.elapsed() >= PLAIN_EVERY {
            *last = Instant::now();
            self.say(line);
        }
    }

    /// Shows an event of a training run of `time`.
    pub fn training(&self, event: &ProgressEvent<'_>, time: Duration) {
        match event {
            ProgressEvent::Progress(now) => {
                let left = (time.as_secs_f64() - now.seconds).max(0.0);
                let latest = now.nash_conv;
                let measure = self.measure;
                let latest = latest.map_or(String::new(), |value| format!(", {measure} {value:.4}"));
                self.update(&format!(
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
        self.say(&format!(
            "{seconds:7.1} s  {:>22}  {} {value}",
            counted(iterations, "iteration"),
            self.measure
        ));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
