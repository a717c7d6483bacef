//! A player who takes every action with equal probability.

use cardsharp_solvers::range::{At, LANES, Lane, Other, Own, RangeGame, Shape, pair_mean};

/// Plays uniformly, as either player.
#[derive(Clone, Copy)]
pub struct Uniform;

impl<G: RangeGame> Other<G> for Uniform {
    const SKIPS: bool = true;

    fn split_off(&mut self, _: usize) -> Self {
        *self
    }

    fn strategy(&mut self, _: &At<'_, G>, shape: &Shape<'_>, out: &mut [f32], _: &mut [f32]) {
        fill(shape, out);
    }

    fn pair_strategy(&mut self, _: &At<'_, G>, _: usize, _: &Lane) -> Lane {
        [0.5; LANES]
    }
}

impl<G: RangeGame> Own<G> for Uniform {
    type Cells = ();
    const NEEDS_REACH: bool = true;
    const SKIPS: bool = true;

    fn take(&mut self, _: &At<'_, G>, _: usize) {}

    fn take_pair(&mut self, _: &At<'_, G>, _: usize) {}

    fn split_off(&mut self, _: usize) -> Self {
        *self
    }

    fn strategy(&self, _: &(), shape: &Shape<'_>, out: &mut [f32], _: &mut [f32]) {
        fill(shape, out);
    }

    fn settle(
        &self,
        _: (),
        shape: &Shape<'_>,
        strategy: &[f32],
        values: &[f32],
        _: &[f32],
        out: &mut [f32],
    ) {
        shape.mean(strategy, values, out);
    }

    fn pair_strategy(&self, _: &()) -> Lane {
        [0.5; LANES]
    }

    fn pair_settle(&self, _: (), first: &Lane, values: [&Lane; 2], _: &Lane) -> Lane {
        pair_mean(first, values)
    }
}

fn fill(shape: &Shape<'_>, out: &mut [f32]) {
    for (cell, out) in out[..shape.cells()].iter_mut().enumerate() {
        *out = shape.uniform[shape.hand_of(cell)];
    }
}
