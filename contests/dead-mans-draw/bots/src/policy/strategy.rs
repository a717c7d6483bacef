//! The strategies of solvers and measures.

use cardsharp_dead_mans_draw_game::rules::{Actions, State};

/// A strategy whose probabilities depend only on [`State::key`].
pub trait Strategy: Sync {
    /// Writes the probability of each of `actions` ([`State::choices`]) of the player to move.
    fn probabilities(&self, state: &State, actions: &Actions, out: &mut [f64]);
}

/// The uniform strategy, with which training begins.
#[derive(Clone, Copy, Debug)]
pub struct Uniform;

impl Strategy for Uniform {
    fn probabilities(&self, _: &State, actions: &Actions, out: &mut [f64]) {
        out.fill(1.0 / actions.len() as f64);
    }
}
