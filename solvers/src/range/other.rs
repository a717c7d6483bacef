//! What the other player does at his decisions.

use super::own::pair_matching;
use super::{At, Lane, PAIR, RangeGame, Shape};

/// The strategy of the player against whom a walk is done.
pub trait Other<G: RangeGame>: Sized + Send {
    /// Whether what is below a choice that he never makes may be left out: not where tapes would have
    /// to be wound on.
    const SKIPS: bool;

    /// The next `count` cells, as a tape of their own.
    fn split_off(&mut self, count: usize) -> Self;

    /// Passes over the next `count` cells.
    fn skip(&mut self, _count: usize) {}

    /// Writes the strategy of a decision, which is the next on the tape. `sums` has room for a number
    /// for each hand.
    fn strategy(&mut self, at: &At<'_, G>, shape: &Shape<'_>, out: &mut [f32], sums: &mut [f32]);

    /// Of the decision whose strategy was written last, the one action that is gone on with, if it is one:
    /// its cells alone count then.
    #[inline(always)]
    fn drawn(&self) -> Option<usize> {
        None
    }

    /// The strategy of a decision of an endgame, of that number, where every hand has two actions: the
    /// probability of the first. `reach` is how much of each of its hands comes to it, which may be
    /// less than `at` says of the whole endgame.
    fn pair_strategy(&mut self, at: &At<'_, G>, number: usize, reach: &Lane) -> Lane;
}

/// Plays what a tape holds, in proportion to its positive parts.
#[derive(Debug)]
pub struct Tape<'a>(pub(super) &'a [f32]);

impl<'a> Tape<'a> {
    /// The next cells.
    #[inline(always)]
    pub(super) fn cut(&mut self, count: usize) -> &'a [f32] {
        let (first, rest) = self.0.split_at(count);
        self.0 = rest;
        first
    }
}

impl<G: RangeGame> Other<G> for Tape<'_> {
    const SKIPS: bool = false;

    fn split_off(&mut self, count: usize) -> Self {
        Tape(self.cut(count))
    }

    #[inline(always)]
    fn skip(&mut self, count: usize) {
        self.cut(count);
    }

    #[inline(always)]
    fn strategy(&mut self, _at: &At<'_, G>, shape: &Shape<'_>, out: &mut [f32], sums: &mut [f32]) {
        let cells = self.cut(shape.cells());
        shape.matching(cells, out, sums);
    }

    #[inline(always)]
    fn pair_strategy(&mut self, _at: &At<'_, G>, _number: usize, _reach: &Lane) -> Lane {
        pair_matching(self.cut(PAIR))
    }
}
