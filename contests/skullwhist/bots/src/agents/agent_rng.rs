//! The random numbers of an agent.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use cardsharp_game::derive_seed;
use cardsharp_skullwhist_game::observation::Observation;

/// Random numbers keyed by (seed, game, decision). An agent that receives a request twice, as after
/// a lost connection, answers the same.
#[derive(Clone, Copy, Debug)]
pub(super) struct AgentRng {
    seed: u64,
    game: u64,
}

impl AgentRng {
    pub(super) fn new(seed: u64) -> AgentRng {
        AgentRng { seed, game: 0 }
    }

    /// Begins a new game, which has its own random numbers.
    pub(super) fn start_game(&mut self) {
        self.game += 1;
    }

    /// The random number generator for one decision. In one game no two decisions have the same
    /// hand, except the bid and the first card. These two differ in the own bid.
    pub(super) fn for_decision(&self, observation: &Observation) -> ChaCha8Rng {
        let game = derive_seed(self.seed, self.game);
        let question = observation.hand.bits() ^ u64::from(observation.bids[0].is_some());
        ChaCha8Rng::seed_from_u64(derive_seed(game, question))
    }
}
