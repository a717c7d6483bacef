//! Learning from a given strategy, the teacher's.

use super::own::{Learner, LearnerCells};
use super::{At, Lane, Own, RangeGame, Shape};

/// Plays the teacher's strategy, and learns regrets against it.
#[derive(Debug)]
pub(super) struct Taught<'a, S> {
    teacher: S,
    learner: Learner<'a>,
}

impl<'a, S> Taught<'a, S> {
    pub(super) fn new(teacher: S, learner: Learner<'a>) -> Taught<'a, S> {
        Taught { teacher, learner }
    }
}

/// The cells of a decision: the teacher's and the learner's.
pub(super) struct Lesson<'a, C> {
    taught: C,
    learnt: LearnerCells<'a>,
}

impl<'a, G: RangeGame, S: Own<G>> Own<G> for Taught<'a, S> {
    type Cells = Lesson<'a, S::Cells>;
    const NEEDS_REACH: bool = true;

    #[inline(always)]
    fn take(&mut self, at: &At<'_, G>, count: usize) -> Self::Cells {
        // An empty range asks the teacher for all hands, also for those that it would not bring
        // here.
        let everything = At { reach: &[], ..*at };
        Lesson {
            taught: self.teacher.take(&everything, count),
            learnt: self.learner.take(at, count),
        }
    }

    #[inline(always)]
    fn take_pair(&mut self, at: &At<'_, G>, number: usize) -> Self::Cells {
        Lesson {
            taught: self.teacher.take_pair(at, number),
            learnt: self.learner.take_pair(at, number),
        }
    }

    #[inline(always)]
    fn skip(&mut self, count: usize) {
        self.teacher.skip(count);
        Own::<G>::skip(&mut self.learner, count);
    }

    fn split_off(&mut self, count: usize) -> Self {
        Taught {
            teacher: self.teacher.split_off(count),
            learner: Own::<G>::split_off(&mut self.learner, count),
        }
    }

    #[inline(always)]
    fn strategy(&self, cells: &Self::Cells, shape: &Shape<'_>, out: &mut [f32], sums: &mut [f32]) {
        self.teacher.strategy(&cells.taught, shape, out, sums);
    }

    #[inline(always)]
    fn settle(
        &self,
        cells: Self::Cells,
        shape: &Shape<'_>,
        strategy: &[f32],
        values: &[f32],
        reach: &[f32],
        out: &mut [f32],
    ) {
        Own::<G>::settle(
            &self.learner,
            cells.learnt,
            shape,
            strategy,
            values,
            reach,
            out,
        );
    }

    #[inline(always)]
    fn pair_strategy(&self, cells: &Self::Cells) -> Lane {
        self.teacher.pair_strategy(&cells.taught)
    }

    #[inline(always)]
    fn pair_settle(
        &self,
        cells: Self::Cells,
        first: &Lane,
        values: [&Lane; 2],
        reach: &Lane,
    ) -> Lane {
        Own::<G>::pair_settle(&self.learner, cells.learnt, first, values, reach)
    }
}
