//! `random`: any legal move.

use rand::seq::IteratorRandom;

use super::{Agent, Dice, Sight};
use crate::contests::challenge::rules::Move;

/// Chooses among the legal moves with equal chances, so it challenges about as often as it plays any
/// one card.
pub struct Random {
    dice: Dice,
}

impl Random {
    /// The agent with this seed.
    pub fn new(seed: u64) -> Random {
        Random {
            dice: Dice::new(seed),
        }
    }
}

impl Agent for Random {
    fn start_game(&mut self) {
        self.dice.start_game();
    }

    fn decide(&mut self, sight: &Sight) -> Move {
        let mut rng = self.dice.roll(sight);
        // There is always a legal move; a refusal is the mildest answer if there were none.
        sight.legal_moves().choose(&mut rng).unwrap_or(Move::Reject)
    }
}
