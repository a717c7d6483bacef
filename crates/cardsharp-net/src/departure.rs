//! Leaving a contest server: after the running game, or at once.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Lets another thread end the client's play, for example a handler of Ctrl-C. A client that registers its
/// games finishes the running game first. A client that does not register them stops at once.
#[derive(Clone, Debug)]
pub struct Departure {
    stop: Arc<AtomicBool>,
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    /// The number of running games.
    games: usize,
    /// True if the client stops at the end of the running games.
    wanted: bool,
}

/// The effect of a request to leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaving {
    /// The client leaves at the end of the running game.
    AfterTheGame,
    /// The client leaves at once.
    Now,
    /// An earlier request told the client to stop, and it has not stopped yet.
    Overdue,
}

/// A running game. Dropping it ends the game.
#[derive(Debug)]
pub struct RunningGame(Departure);

impl Departure {
    /// A departure that sets `stop` to make the client stop.
    pub fn new(stop: Arc<AtomicBool>) -> Departure {
        let state = Arc::default();
        Departure { stop, state }
    }

    /// Requests to leave. The first request waits for the running game, the second does not.
    pub fn ask(&self) -> Leaving {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if self.stop.load(Ordering::SeqCst) {
            return Leaving::Overdue;
        }
        if state.games > 0 && !state.wanted {
            state.wanted = true;
            return Leaving::AfterTheGame;
        }
        self.stop.store(true, Ordering::SeqCst);
        Leaving::Now
    }

    /// Registers a game that begins.
    pub fn begin_game(&self) -> RunningGame {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.games += 1;
        RunningGame(self.clone())
    }

    /// The number of running games.
    pub fn games(&self) -> usize {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.games
    }

    /// True if the client stops at the end of the running game.
    pub fn is_asked(&self) -> bool {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.wanted
    }

    /// The flag that makes the client stop.
    pub fn flag(&self) -> &Arc<AtomicBool> {
        &self.stop
    }
}

impl Drop for RunningGame {
    fn drop(&mut self) {
        let departure = &self.0;
        let state = departure.state.lock();
        let mut state = state.unwrap_or_else(PoisonError::into_inner);
        state.games -= 1;
        if state.wanted && state.games == 0 {
            departure.stop.store(true, Ordering::SeqCst);
        }
    }
}

#[cfg(test)]
#[path = "../tests/unit/departure.rs"]
mod tests;
