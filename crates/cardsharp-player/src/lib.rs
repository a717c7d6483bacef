//! The players of a game, as rules, solvers, agents and servers count them.
//!
//! The rules of a contest and its server need this type and nothing else of a solver.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A player, counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Player(u8);

impl Player {
    /// The first player.
    pub const ZERO: Player = Player(0);
    /// The second player.
    pub const ONE: Player = Player(1);
    /// Both players of a game of two.
    pub const BOTH: [Player; 2] = [Player::ZERO, Player::ONE];

    /// The player with this number.
    pub const fn new(index: u8) -> Player {
        Player(index)
    }

    /// The player's number, for indexing.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The other one of two players.
    ///
    /// # Panics
    ///
    /// For a third player, who has more than one opponent.
    #[inline]
    #[must_use]
    pub const fn opponent(self) -> Player {
        assert!(self.0 < 2, "only the first two players have one opponent");
        Player(1 - self.0)
    }
}

impl fmt::Debug for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "player {}", self.0)
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}
