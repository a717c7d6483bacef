//! A player who takes every action with equal probability.

use cardsharp_solvers::range::{At, DecisionLayout, LANES, Lane, Opponent, RangeGame, Traverser};

/// Plays uniformly, as either player.
#[derive(Clone, Copy)]
pub struct Uniform;

impl<G: RangeGame> Opponent<G> for Uniform {
    const SKIPS: bool = true;

    fn split_off(&mut self, _: usize) -> Self {
        *self
    }

    fn strategy(&mut self, _: &At<'_, G>, layout: &DecisionLayout<'_>, out: &mut [f32], _: &mut [f32]) {
        fill(layout, out);
    }

    fn pair_strategy(&mut self, _: &At<'_, G>, _: usize, _: &Lane) -> Lane {
        [0.5; LANES]
    }
}

impl<G: RangeGame> Traverser<G> for Uniform {
    type Cells = ();
    const SKIPS: bool = true;

    fn needs_reach(&self) -> bool {
        true
    }

    fn take(&mut self, _: &At<'_, G>, _: usize) {}

    fn take_pair(&mut self, _: &At<'_, G>, _: usize) {}

    fn split_off(&mut self, _: usize) -> Self {
        *self
    }

    fn strategy(&self, _: &(), layout: &DecisionLayout<'_>, out: &mut [f32], _: &mut [f32]) {
        fill(layout, out);
    }

    fn pair_strategy(&self, _: &()) -> Lane {
        [0.5; LANES]
    }
}

fn fill(layout: &DecisionLayout<'_>, out: &mut [f32]) {
    for (cell, out) in out[..layout.cells()].iter_mut().enumerate() {
        *out = layout.uniform[layout.hand_of(cell)];
    }
}
