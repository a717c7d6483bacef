//! A progress line on a terminal.

use std::io;

use super::Observe;
use crate::run::Progress;

/// A progress line on standard error, drawn on a terminal only. It shows iterations, iterations per
/// second, and the latest NashConv.
#[derive(Debug)]
pub struct ProgressBar {
    bar: indicatif::ProgressBar,
}

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

impl Observe for ProgressBar {
    type Error = io::Error;

    fn progress(&mut self, progress: &Progress) {
        let nash_conv = match progress.nash_conv {
            Some(nash_conv) => format!(", NashConv {nash_conv:.2e}"),
            None => String::new(),
        };
        let (done, rate) = (progress.iterations, progress.rate);
        let iterations = if done == 1 { "iteration" } else { "iterations" };
        self.bar.set_message(format!("{done} {iterations}, {rate:.0} a second{nash_conv}"));
        self.bar.tick();
    }
}

impl Drop for ProgressBar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
