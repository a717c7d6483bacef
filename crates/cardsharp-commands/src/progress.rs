//! The progress of a long command: a moving bar on a terminal, and a plain line every few seconds elsewhere.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle, TermLike};

/// Time between two plain lines.
const PLAIN_EVERY: Duration = Duration::from_secs(4);
/// Time between two updates of the bar.
const TICK: Duration = Duration::from_millis(250);
/// The width that plain lines are cut to.
const PLAIN_WIDTH: u16 = 200;

/// True if standard error is a terminal that obeys escape sequences ([`is_dumb`]).
pub fn obeys_escapes() -> bool {
    io::stderr().is_terminal() && !is_dumb()
}

/// True if the terminal obeys no escape sequence: it has an empty name, or the name `dumb`.
pub fn is_dumb() -> bool {
    let name = std::env::var_os("TERM");
    name.is_some_and(|name| name.is_empty() || name == "dumb")
}

/// A bar on standard error for `steps` steps, or for an unknown number of steps. `template` is in the syntax
/// of indicatif; `{left}` in it is the time left. Nothing is shown if `quiet`.
pub fn bar(steps: Option<u64>, template: &str, quiet: bool) -> ProgressBar {
    resumed_bar(0, steps, template, quiet)
}

/// A [`bar`] of steps of which `done` were done by an earlier run.
pub fn resumed_bar(done: u64, steps: Option<u64>, template: &str, quiet: bool) -> ProgressBar {
    let moving = obeys_escapes();
    let target = match (quiet, moving) {
        (true, _) => ProgressDrawTarget::hidden(),
        (false, true) => ProgressDrawTarget::stderr(),
        (false, false) => ProgressDrawTarget::term_like(Box::new(PlainLines::new())),
    };
    let bar = ProgressBar::with_draw_target(steps, target).with_position(done);
    let template = match (moving, steps) {
        (false, _) => template.to_owned(),
        (true, Some(_)) => format!("{{wide_bar}} {template}"),
        (true, None) => format!("{{spinner}} {template}"),
    };
    if let Ok(style) = ProgressStyle::with_template(&template) {
        let left = move |state: &ProgressState, out: &mut dyn fmt::Write| {
            let ahead = state.len().map(|steps| steps.saturating_sub(state.pos()));
            let left = left(state.elapsed(), state.pos().saturating_sub(done), ahead);
            // Text is only collected here: that does not fail.
            _ = out.write_str(&left);
        };
        bar.set_style(style.with_key("left", left));
    }
    if !quiet {
        bar.enable_steady_tick(TICK);
    }
    bar
}

/// The time for the steps `ahead`, at the mean rate of the steps `done` in the `elapsed` time. The estimate
/// of indicatif follows the latest steps, and grows to hours while a step takes a minute.
fn left(elapsed: Duration, done: u64, ahead: Option<u64>) -> String {
    match ahead {
        Some(ahead) if done > 0 => {
            let left = elapsed.mul_f64(ahead as f64 / done as f64);
            format!("{:#} left", HumanDuration(left))
        }
        _ => "? left".to_owned(),
    }
}

/// Standard error without a terminal. The text that a bar draws is printed as a line every few seconds, if it
/// differs from the last line.
#[derive(Debug)]
struct PlainLines(Mutex<Lines>);

#[derive(Debug)]
struct Lines {
    drawn: String,
    printed: String,
    at: Instant,
}

impl PlainLines {
    fn new() -> PlainLines {
        PlainLines(Mutex::new(Lines { drawn: String::new(), printed: String::new(), at: Instant::now() }))
    }

    fn with(&self, change: impl FnOnce(&mut Lines) -> io::Result<()>) -> io::Result<()> {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Lines {
    /// Returns the line to print, if one is due. Clears the drawn text.
    fn due(&mut self, now: Instant) -> Option<String> {
        let drawn = std::mem::take(&mut self.drawn);
        let line = drawn.trim();
        let early = now.duration_since(self.at) < PLAIN_EVERY;
        if early || line.is_empty() || line == self.printed {
            return None;
        }
        self.at = now;
        self.printed = line.to_owned();
        Some(self.printed.clone())
    }
}

impl TermLike for PlainLines {
    fn width(&self) -> u16 {
        PLAIN_WIDTH
    }

    fn move_cursor_up(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_down(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_right(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_left(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        self.write_str(text)
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        self.with(|lines| {
            lines.drawn.push_str(text);
            Ok(())
        })
    }

    fn clear_line(&self) -> io::Result<()> {
        Ok(())
    }

    fn flush(&self) -> io::Result<()> {
        self.with(|lines| match lines.due(Instant::now()) {
            Some(line) => writeln!(io::stderr(), "{line}"),
            None => Ok(()),
        })
    }
}

#[cfg(test)]
#[path = "../tests/unit/progress.rs"]
mod tests;
