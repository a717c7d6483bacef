//! An agent's own chance.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::Sight;
use crate::contests::derive_seed;

/// Chance keyed by (seed, game, question): an agent asked the same question twice, as happens after a
/// lost connection, answers the same.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chance {
    seed: u64,
    game: u64,
}

impl Chance {
    pub(super) fn new(seed: u64) -> Chance {
        Chance { seed, game: 0 }
    }

    /// A new game begins, with chance of its own.
    pub(super) fn start_game(&mut self) {
        self.game += 1;
    }

    /// The chance for one question. In one game no two questions have the same hand, but the bid and the
    /// first card, which differ in whether there is a bid.
    pub(super) fn roll(&self, sight: &Sight) -> ChaCha8Rng {
        let game = derive_seed(self.seed, self.game);
        let question = sight.hand.bits() ^ u64::from(sight.bids[0].is_some());
        ChaCha8Rng::seed_from_u64(derive_seed(game, question))
    }
}
