//! Learning from a given strategy.

use super::decision_layout::DecisionLayout;
use super::game::{At, RangeGame, Traverser, Valued};
use super::lanes::Lane;
use super::learner::{Learner, LearnerCells};
use super::number::Number;

/// Plays a given strategy, and learns regrets against it.
#[derive(Debug)]
pub(super) struct WarmStart<'a, S, N: Number> {
    pub(super) strategy: S,
    pub(super) learner: Learner<'a, N>,
}

impl<'a, G: RangeGame, S: Traverser<G>, N: Number> Traverser<G> for WarmStart<'a, S, N> {
    /// The strategy's and the learner's.
    type Cells = (S::Cells, LearnerCells<'a, N>);

    fn needs_reach(&self) -> bool {
        true
    }

    #[inline(always)]
    fn take(&mut self, at: &At<'_, G>, count: usize) -> Self::Cells {
        // An empty range asks the strategy for all hands, also for those that it would not bring here.
        let everything = At { reach: &[], ..*at };
        (self.strategy.take(&everything, count), self.learner.take(at, count))
    }

    #[inline(always)]
    fn take_pair(&mut self, at: &At<'_, G>, number: usize) -> Self::Cells {
        (self.strategy.take_pair(at, number), self.learner.take_pair(at, number))
    }

    #[inline(always)]
    fn skip(&mut self, count: usize) {
        self.strategy.skip(count);
        Traverser::<G>::skip(&mut self.learner, count);
    }

    fn split_off(&mut self, count: usize) -> Self {
        WarmStart {
            strategy: self.strategy.split_off(count),
            learner: Traverser::<G>::split_off(&mut self.learner, count),
        }
    }

    #[inline(always)]
    fn strategy(&self, (given, _): &Self::Cells, layout: &DecisionLayout<'_>, out: &mut [f32], hands: &mut [f32]) {
        self.strategy.strategy(given, layout, out, hands);
    }

    #[inline(always)]
    fn back_up(&self, (_, learned): Self::Cells, valued: Valued<'_>, out: &mut [f32], hands: &mut [f32]) {
        Traverser::<G>::back_up(&self.learner, learned, valued, out, hands);
    }

    #[inline(always)]
    fn pair_strategy(&self, (given, _): &Self::Cells) -> Lane {
        self.strategy.pair_strategy(given)
    }

    #[inline(always)]
    fn back_up_pair(&self, (_, learned): Self::Cells, first: &Lane, values: [&Lane; 2], reach: &Lane) -> Lane {
        Traverser::<G>::back_up_pair(&self.learner, learned, first, values, reach)
    }
}
