//! Players that a walk is for and that learn nothing.

use super::decision_layout::DecisionLayout;
use super::game::{At, RangeGame, Traverser, Valued};
use super::lanes::{LANES, Lane, larger, pair_matching};
use super::number::Number;
use super::opponent::StoredStrategy;

/// Plays in proportion to the positive parts of stored numbers.
#[derive(Debug)]
pub struct Follower<'a, N: Number = f32>(pub(super) StoredStrategy<'a, N>);

impl<'a, G: RangeGame, N: Number> Traverser<G> for Follower<'a, N> {
    type Cells = &'a [N];

    #[inline(always)]
    fn take(&mut self, _at: &At<'_, G>, count: usize) -> &'a [N] {
        self.0.cut(count)
    }

    #[inline(always)]
    fn take_pair(&mut self, at: &At<'_, G>, _number: usize) -> &'a [N] {
        self.0.cut(2 * at.game.lanes())
    }

    fn split_off(&mut self, count: usize) -> Self {
        Follower(StoredStrategy(self.0.cut(count)))
    }

    #[inline(always)]
    fn skip(&mut self, count: usize) {
        self.0.cut(count);
    }

    #[inline(always)]
    fn strategy(&self, cells: &&'a [N], layout: &DecisionLayout<'_>, out: &mut [f32], hands: &mut [f32]) {
        layout.matching(cells, out, hands);
    }

    #[inline(always)]
    fn pair_strategy(&self, cells: &&'a [N]) -> Lane {
        pair_matching(cells)
    }
}

/// Plays the best action of each hand.
#[derive(Clone, Copy, Debug)]
pub struct BestResponder;

impl<G: RangeGame> Traverser<G> for BestResponder {
    type Cells = ();

    #[inline(always)]
    fn take(&mut self, _at: &At<'_, G>, _count: usize) {}

    #[inline(always)]
    fn take_pair(&mut self, _at: &At<'_, G>, _number: usize) {}

    fn split_off(&mut self, _count: usize) -> Self {
        *self
    }

    #[inline(always)]
    fn back_up(&self, (): (), Valued { layout, values, .. }: Valued<'_>, out: &mut [f32], hands: &mut [f32]) {
        layout.most(values, out, hands);
    }

    #[inline(always)]
    fn back_up_pair(&self, (): (), _first: &Lane, values: [&Lane; 2], _reach: &Lane) -> Lane {
        let [one, other] = values;
        let mut out = [0.0; LANES];
        for lane in 0..LANES {
            out[lane] = larger(one[lane], other[lane]);
        }
        out
    }
}
