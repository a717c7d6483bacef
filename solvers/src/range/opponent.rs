//! The opponent that plays a stored strategy.

use super::decision_layout::DecisionLayout;
use super::game::{At, Opponent, RangeGame};
use super::lanes::{Lane, pair_matching};
use super::number::Number;

/// Plays in proportion to the positive parts of stored numbers.
#[derive(Debug)]
pub struct StoredStrategy<'a, N: Number = f32>(pub(super) &'a [N]);

impl<'a, N: Number> StoredStrategy<'a, N> {
    /// Splits off the next cells.
    #[inline(always)]
    pub(super) fn cut(&mut self, count: usize) -> &'a [N] {
        let (first, rest) = self.0.split_at(count);
        self.0 = rest;
        first
    }
}

impl<G: RangeGame, N: Number> Opponent<G> for StoredStrategy<'_, N> {
    const SKIPS: bool = false;

    fn split_off(&mut self, count: usize) -> Self {
        StoredStrategy(self.cut(count))
    }

    #[inline(always)]
    fn skip(&mut self, count: usize) {
        self.cut(count);
    }

    #[inline(always)]
    fn strategy(&mut self, _at: &At<'_, G>, layout: &DecisionLayout<'_>, out: &mut [f32], hands: &mut [f32]) {
        layout.matching(self.cut(layout.cells()), out, hands);
    }

    #[inline(always)]
    fn split(&mut self, at: &At<'_, G>, layout: &DecisionLayout<'_>, [_, split]: [&mut [f32]; 2], hands: &mut [f32]) {
        layout.split_by_matching(self.cut(layout.cells()), at.reach, split, hands);
    }

    #[inline(always)]
    fn pair_strategy(&mut self, at: &At<'_, G>, _number: usize, _reach: &Lane) -> Lane {
        pair_matching(self.cut(2 * at.game.lanes()))
    }
}
