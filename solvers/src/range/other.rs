//! The other player of a walk.

use super::own::pair_matching;
use super::{At, Lane, PAIR, RangeGame, Shape};

/// The strategy of the player against whom a walk is done.
pub trait Other<G: RangeGame>: Sized + Send {
    /// True if a walk may leave out subtrees that the other player reaches with no hand. It must be
    /// false if tapes have to skip the cells of such a subtree.
    const SKIPS: bool;

    /// Splits off the next `count` cells as a tape of their own.
    fn split_off(&mut self, count: usize) -> Self;

    /// Skips the next `count` cells.
    fn skip(&mut self, _count: usize) {}

    /// Writes the strategy of the next decision on the tape. `sums` has room for a number for each
    /// hand.
    fn strategy(&mut self, at: &At<'_, G>, shape: &Shape<'_>, out: &mut [f32], sums: &mut [f32]);

    /// The one action that the walk follows after the latest [`Other::strategy`]; its cells alone
    /// count then. `None` if the walk follows all actions.
    #[inline(always)]
    fn drawn(&self) -> Option<usize> {
        None
    }

    /// The strategy of decision `number` of an endgame, where every hand has two actions: the
    /// probability of the first. `reach` is the reach of each hand at this decision. It may be less
    /// than that of `at`, which is for the whole endgame.
    fn pair_strategy(&mut self, at: &At<'_, G>, number: usize, reach: &Lane) -> Lane;
}

/// Plays in proportion to the positive parts of a tape.
#[derive(Debug)]
pub struct Tape<'a>(pub(super) &'a [f32]);

impl<'a> Tape<'a> {
    /// Splits off the next cells.
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
