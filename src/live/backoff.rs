//! How fast a client tries again: never at once, each time later, and not without end if it was told
//! so.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::stop_flag::wait_since;
use super::{Departure, RunningGame};

/// The first pause after an attempt that failed; then each is twice as long.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
/// The first pause after an answer that came at once and said nothing new.
const FIRST_HOLD: Duration = Duration::from_millis(20);
/// The longest of those.
const LONGEST_HOLD: Duration = Duration::from_secs(5);
/// A server that has kept us waiting so long may be asked again at once.
const KEPT_WAITING: Duration = Duration::from_secs(1);

/// Why there is nothing more to try.
#[derive(Debug, PartialEq, Eq)]
pub enum NoMore {
    /// Told to stop.
    Stopped,
    /// So many attempts in a row have failed.
    GaveUp {
        /// How many.
        attempts: usize,
    },
}

/// When to ask again.
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
    /// Never pauses longer than `longest` after a failure, and gives up after `most` failures in a row.
    pub fn new(stop: &'a AtomicBool, longest: Duration, most: Option<usize>) -> Backoff<'a> {
        Backoff {
            stop,
            departure: None,
            longest,
            most,
            failed: 0,
            hold: FIRST_HOLD,
        }
    }

    /// Marks the games there, so that who wants to leave can let a game be finished.
    pub fn leaving_by(self, departure: &Departure) -> Backoff<'a> {
        Backoff {
            departure: Some(departure.clone()),
            ..self
        }
    }

    /// A game goes on until what this returns is dropped.
    pub fn begin_game(&self) -> Option<RunningGame> {
        self.departure.as_ref().map(Departure::begin_game)
    }

    /// Whether told to stop once the running games are over.
    pub fn is_leaving(&self) -> bool {
        self.departure.as_ref().is_some_and(Departure::is_asked)
    }

    /// Whether told to stop.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether the last attempt failed.
    pub fn is_failing(&self) -> bool {
        self.failed > 0
    }

    /// An attempt came to its end as it should.
    pub fn answered(&mut self) {
        self.failed = 0;
    }

    /// Something has moved.
    pub fn moved(&mut self) {
        self.hold = FIRST_HOLD;
    }

    /// An attempt failed: waits, at least `least` if the server has named a time.
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
        // Clients that lost one server come back one by one.
        self.wait(pause.mul_f64(rand::random_range(0.5..=1.0)))
    }

    /// An attempt failed as every further one would.
    pub fn give_up(&self) -> NoMore {
        let attempts = self.failed + 1;
        NoMore::GaveUp { attempts }
    }

    /// Nothing has moved since the question was asked at `asked`: waits if the answer came at once.
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
        match wait_since(Instant::now(), pause, self.stop) {
            true => Err(NoMore::Stopped),
            false => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_and_attempts_come_to_an_end() {
        let stop = AtomicBool::new(false);
        let mut pace = Backoff::new(&stop, Duration::from_millis(30), Some(3));
        let began = Instant::now();
        assert_eq!(pace.failed(None), Ok(()));
        assert_eq!(pace.failed(Some(Duration::from_secs(9))), Ok(()));
        assert!(began.elapsed() >= Duration::from_millis(30));
        assert_eq!(pace.failed(None), Err(NoMore::GaveUp { attempts: 3 }));
        pace.answered();
        assert_eq!(pace.failed(None), Ok(()));
        stop.store(true, Ordering::Relaxed);
        assert_eq!(pace.failed(None), Err(NoMore::Stopped));
        assert_eq!(pace.hold(Instant::now()), Err(NoMore::Stopped));
    }

    #[test]
    fn answers_at_once_are_asked_for_ever_more_slowly() {
        let stop = AtomicBool::new(false);
        let mut pace = Backoff::new(&stop, Duration::ZERO, None);
        let began = Instant::now();
        for _ in 0..4 {
            pace.hold(Instant::now()).unwrap();
        }
        assert!(began.elapsed() >= FIRST_HOLD * 15);
        pace.moved();
        assert_eq!(pace.hold, FIRST_HOLD);
        let long_ago = Instant::now().checked_sub(KEPT_WAITING).unwrap();
        pace.hold(long_ago).unwrap();
        assert_eq!(pace.hold, FIRST_HOLD);
    }
}
