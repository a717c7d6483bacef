//! The thinking time of one player in one game.

use std::time::Duration;

/// The thinking time that a player has at the start of every game.
pub const INITIAL_BANK: Duration = Duration::from_secs(2);
/// The thinking time that each of the first [`BONUS_MOVES`] legal moves of a game adds.
pub const MOVE_BONUS: Duration = Duration::from_millis(50);
/// The number of legal moves of a game that add time.
pub const BONUS_MOVES: u32 = 100;

/// The time a player has left in a game: 2 s, and 50 ms more for each of the first 100 legal moves.
/// A used-up clock stays used up. The player then receives no request and is penalised each time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    bank: Duration,
    good_moves: u32,
    exhausted: bool,
}

impl Default for Clock {
    fn default() -> Self {
        Clock { bank: INITIAL_BANK, good_moves: 0, exhausted: false }
    }
}

impl Clock {
    /// The time left.
    pub fn remaining(&self) -> Duration {
        self.bank
    }

    /// True if the time is used up, which is final.
    pub fn is_exhausted(&self) -> bool {
        self.exhausted
    }

    /// Subtracts the time that a player has thought. Returns `false` if no time is left, or if none was left before.
    pub fn spend(&mut self, thought: Duration) -> bool {
        self.bank = self.bank.saturating_sub(thought);
        self.exhausted |= self.bank.is_zero();
        !self.exhausted
    }

    /// Adds the bonus of one legal move.
    pub fn credit_good_move(&mut self) {
        if !self.exhausted && self.good_moves < BONUS_MOVES {
            self.good_moves += 1;
            self.bank += MOVE_BONUS;
        }
    }
}
