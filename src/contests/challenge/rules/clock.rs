//! The thinking time of one player in one game.

use std::time::Duration;

/// What a player starts every game with.
pub const INITIAL_BANK: Duration = Duration::from_secs(2);
/// What each of the first [`BONUS_MOVES`] good moves of a game adds.
pub const MOVE_BONUS: Duration = Duration::from_millis(50);
/// How many good moves of a game earn time.
pub const BONUS_MOVES: u32 = 100;

/// The time a player has left in a game: 2 s, and 50 ms more for each of the first 100 good moves.
/// Once it is used up it stays so: the player is no longer asked, and penalised each time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    bank: Duration,
    good_moves: u32,
    exhausted: bool,
}

impl Default for Clock {
    fn default() -> Self {
        Clock {
            bank: INITIAL_BANK,
            good_moves: 0,
            exhausted: false,
        }
    }
}

impl Clock {
    /// What is left.
    pub fn remaining(&self) -> Duration {
        self.bank
    }

    /// Whether the time is used up, which is for good.
    pub fn is_exhausted(&self) -> bool {
        self.exhausted
    }

    /// Takes the time a player has thought; `false` if nothing is left then, or was before.
    pub fn spend(&mut self, thought: Duration) -> bool {
        self.bank = self.bank.saturating_sub(thought);
        self.exhausted |= self.bank.is_zero();
        !self.exhausted
    }

    /// Adds what a good move earns.
    pub fn credit_good_move(&mut self) {
        if !self.exhausted && self.good_moves < BONUS_MOVES {
            self.good_moves += 1;
            self.bank += MOVE_BONUS;
        }
    }
}
