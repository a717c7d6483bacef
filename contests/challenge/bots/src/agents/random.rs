//! `random`: any legal move.

use rand::seq::IteratorRandom;

use super::{Agent, Dice};
use crate::ChallengeGame;
use cardsharp_challenge_game::observation::Observation;
use cardsharp_challenge_game::rules::Move;

/// Draws from the legal moves with equal probabilities. It therefore challenges about as often as
/// it plays any one card.
pub struct Random {
    dice: Dice,
}

impl Random {
    /// The agent with this seed.
    pub fn new(seed: u64) -> Random {
        Random { dice: Dice::new(seed) }
    }
}

impl Agent<ChallengeGame> for Random {
    fn start_game(&mut self) {
        self.dice.start_game();
    }

    fn choose(&mut self, observation: &Observation) -> Move {
        let mut rng = self.dice.roll(observation);
        // There is always a legal move. Without one, a rejection would be the safest answer.
        observation.legal_moves().choose(&mut rng).unwrap_or(Move::Reject)
    }
}
