//! The weak opponent of the practice port.

use rand::Rng;
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_chacha::ChaCha8Rng;

use cardsharp_challenge_game::rules::{Due, Hand, Move};

/// A bot that plays a random card, never challenges, and accepts a challenge by the toss of a coin.
#[derive(Clone, Debug)]
pub(super) struct HouseBot {
    rng: ChaCha8Rng,
}

impl HouseBot {
    /// A bot whose play is a function of the seed.
    pub(super) fn new(seed: u64) -> HouseBot {
        HouseBot { rng: ChaCha8Rng::seed_from_u64(seed) }
    }

    /// A legal move for the player to move in `hand`; none once the hand is over.
    pub(super) fn decide(&mut self, hand: &Hand) -> Option<Move> {
        match hand.due() {
            Due::Answer if self.rng.random() => Some(Move::Accept),
            Due::Answer => Some(Move::Reject),
            Due::Card => hand.legal_moves().filter(|&legal| legal != Move::Offer).choose(&mut self.rng),
        }
    }
}
