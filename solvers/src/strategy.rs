//! Behaviour strategies: a distribution over actions at every information set.

use crate::game::{Game, Turn};

/// A strategy for every player of a game, whatever stores it.
pub trait Strategy<G: Game>: Sync {
    /// Writes the probability of each action of the player to move in `state`, which is a decision
    /// with `out.len()` actions. They sum to 1 and depend only on what that player knows.
    fn probabilities(&self, game: &G, state: &G::State, out: &mut [f64]);
}

/// Every action equally likely.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl<G: Game> Strategy<G> for Uniform {
    fn probabilities(&self, _game: &G, _state: &G::State, out: &mut [f64]) {
        let share = 1.0 / out.len() as f64;
        out.fill(share);
    }
}

/// The probabilities at `state`, as a list of one entry a action; empty where nobody decides.
pub fn distribution<G: Game>(game: &G, strategy: &impl Strategy<G>, state: &G::State) -> Vec<f64> {
    let Turn::Decision { actions, .. } = game.turn(state) else {
        return Vec::new();
    };
    let mut out = vec![0.0; actions];
    strategy.probabilities(game, state, &mut out);
    out
}
