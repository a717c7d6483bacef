//! The deals of a game as a function of its seed.

use cardsharp_game::derive_seed;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::rules::{Deal, Params};

/// The stream of a game's seed that its deals come from. The streams of the agents are the numbers of their seats.
const DEALS: u64 = Params::CONTEST.players() as u64;

/// Deal number `round`, from 0, of the game with this seed. The cards do not depend on the play.
pub fn deal_of(seed: u64, round: u32) -> Deal {
    let seed = derive_seed(derive_seed(seed, DEALS), u64::from(round));
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    Deal::shuffled(Params::CONTEST, &mut rng)
}
