//! The pauses of a client before it tries again. They grow after every failure, and the number of attempts
//! can be limited.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::{Departure, RunningGame};
use cardsharp_system::stop_flag::wait_since;

/// The first pause after a failed attempt. Each later pause is twice as long.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
/// The first pause after an answer that came at once without a change.
const FIRST_HOLD: Duration = Duration::from_millis(20);
/// The longest pause of that kind.
const LONGEST_HOLD: Duration = Duration::from_secs(5);
/// A request that took the server this long may be repeated at once.
const KEPT_WAITING: Duration = Duration::from_secs(1);

/// The reason for making no further attempt.
#[derive(Debug, PartialEq, Eq)]
pub enum NoMore {
    /// The client was told to stop.
    Stopped,
    /// Too many attempts in a row failed.
    GaveUp {
        /// The number of failed attempts.
        attempts: usize,
    },
}

/// The pauses between requests, and the limit of failed attempts.
#[derive(Debug)]
pub struct Backoff<'a> {
    stop: &'a AtomicBool,
    departure: Option<Departure>,
    longest: Duration,
    most: Option<usize>,
    failed: usize,
    hold: Duration,
}

impl<'a> Backoff<'a> {
    /// Pauses at most `longest` after a failure, and gives up after `most` failures in a row.
    pub fn new(stop: &'a AtomicBool, longest: Duration, most: Option<usize>) -> Backoff<'a> {
        Backoff { stop, departure: None, longest, most, failed: 0, hold: FIRST_HOLD }
    }

    /// Registers games at `departure`, so that a game can be finished before the client leaves.
    pub fn leaving_by(self, departure: &Departure) -> Backoff<'a> {
        Backoff { departure: Some(departure.clone()), ..self }
    }

    /// Registers a game. It runs until the returned value is dropped.
    pub fn begin_game(&self) -> Option<RunningGame> {
        self.departure.as_ref().map(Departure::begin_game)
    }

    /// True if the client stops at the end of the running games.
    pub fn is_leaving(&self) -> bool {
        self.departure.as_ref().is_some_and(Departure::is_asked)
    }

    /// True if the client was told to stop.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// True if the last attempt failed.
    pub fn is_failing(&self) -> bool {
        self.failed > 0
    }

    /// Notes that an attempt succeeded.
    pub fn answered(&mut self) {
        self.failed = 0;
    }

    /// Notes that the state on the server has changed.
    pub fn moved(&mut self) {
        self.hold = FIRST_HOLD;
    }

    /// Notes that an attempt failed, and waits. `least` is the wait that the server asked for. It does not
    /// exceed the longest pause.
    ///
    /// # Errors
    ///
    /// [`NoMore`] if the client was told to stop, or the attempts are used up.
    pub fn failed(&mut self, least: Option<Duration>) -> Result<(), NoMore> {
        self.failed += 1;
        if self.is_stopped() {
            return Err(NoMore::Stopped);
        }
        if self.most.is_some_and(|most| self.failed >= most) {
            let attempts = self.failed;
            return Err(NoMore::GaveUp { attempts });
        }
        let doublings = (self.failed - 1).min(16) as u32;
        let pause = FIRST_PAUSE.saturating_mul(1 << doublings);
        let pause = pause.max(least.unwrap_or_default()).min(self.longest);
        // The pause is random, so that clients that lost one server do not all come back at once.
        self.wait(pause.mul_f64(rand::random_range(0.5..=1.0)))
    }

    /// The result of a failed attempt that every further attempt would repeat.
    pub fn give_up(&self) -> NoMore {
        let attempts = self.failed + 1;
        NoMore::GaveUp { attempts }
    }

    /// Notes that the answer to a request sent at `asked` brought no change. Waits if the answer came at once.
    ///
    /// # Errors
    ///
    /// [`NoMore::Stopped`] if the client was told to stop.
    pub fn hold(&mut self, asked: Instant) -> Result<(), NoMore> {
        if asked.elapsed() >= KEPT_WAITING {
            self.hold = FIRST_HOLD;
            return self.wait(Duration::ZERO);
        }
        let hold = self.hold;
        self.hold = (2 * hold).min(LONGEST_HOLD);
        self.wait(hold)
    }

    fn wait(&self, pause: Duration) -> Result<(), NoMore> {
        if wait_since(Instant::now(), pause, self.stop) { Err(NoMore::Stopped) } else { Ok(()) }
    }
}

#[cfg(test)]
#[path = "../tests/unit/backoff.rs"]
mod tests;
