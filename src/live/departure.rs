//! Leaving a contest server: after the game that goes on, or at once.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Lets somebody outside end the play on a server, a handler of Ctrl-C for example. A client that says
/// when it is in a game finishes that game first; a client that does not say so stops at once.
#[derive(Clone, Debug)]
pub struct Departure {
    stop: Arc<AtomicBool>,
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    /// The games that go on.
    games: usize,
    /// To be obeyed once there is no such game.
    wanted: bool,
}

/// How a wish to leave is obeyed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaving {
    /// Once the running game is over.
    AfterTheGame,
    /// At once.
    Now,
    /// The client was told to stop before, and has not stopped yet.
    Overdue,
}

/// A game that goes on, until this is dropped.
#[derive(Debug)]
pub struct RunningGame(Departure);

impl Departure {
    /// Sets `stop` when it is time to stop.
    pub fn new(stop: Arc<AtomicBool>) -> Departure {
        let state = Arc::default();
        Departure { stop, state }
    }

    /// Somebody wants to leave: the first wish waits for the running game, the second does not.
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

    /// A game begins.
    pub fn begin_game(&self) -> RunningGame {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.games += 1;
        RunningGame(self.clone())
    }

    /// The number of games that go on.
    pub fn games(&self) -> usize {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.games
    }

    /// Whether somebody wants to leave after the running game.
    pub fn is_asked(&self) -> bool {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.wanted
    }

    /// The flag that says to stop.
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
mod tests {
    use super::*;

    #[test]
    fn the_first_wish_waits_for_the_game_and_the_second_does_not() {
        let stopped = |departure: &Departure| departure.flag().load(Ordering::SeqCst);
        let departure = Departure::new(Arc::default());
        let game = departure.begin_game();
        assert_eq!(departure.ask(), Leaving::AfterTheGame);
        assert!(!stopped(&departure));
        drop(game);
        assert!(stopped(&departure));
        assert_eq!(departure.ask(), Leaving::Overdue);

        let departure = Departure::new(Arc::default());
        let _game = departure.begin_game();
        assert_eq!(departure.ask(), Leaving::AfterTheGame);
        assert_eq!(departure.ask(), Leaving::Now);
        assert!(stopped(&departure));

        let departure = Departure::new(Arc::default());
        drop(departure.begin_game());
        assert!(!stopped(&departure));
        assert_eq!(departure.ask(), Leaving::Now);
    }
}
