//! What the other player does at his decisions.

use super::own::pair_matching;
use super::{Lane, PAIR, Shape};

/// The strategy of the player against whom a walk is done.
pub trait Other: Sized + Send {
    /// The next `count` cells, as a tape of their own.
    fn split_off(&mut self, count: usize) -> Self;

    /// Writes the strategy of the next decision. `sums` has room for a number for each hand.
    fn strategy(&mut self, shape: &Shape<'_>, out: &mut [f32], sums: &mut [f32]);

    /// The same where every hand has two actions: the probability of the first.
    fn pair_strategy(&mut self) -> Lane;
}

/// Plays what a tape holds, in proportion to its positive parts.
#[derive(Debug)]
pub struct Tape<'a>(pub(super) &'a [f32]);

impl<'a> Tape<'a> {
    #[inline(always)]
    fn take(&mut self, count: usize) -> &'a [f32] {
        let (first, rest) = self.0.split_at(count);
        self.0 = rest;
        first
    }
}

impl Other for Tape<'_> {
    fn split_off(&mut self, count: usize) -> Self {
        Tape(self.take(count))
    }

    #[inline(always)]
    fn strategy(&mut self, shape: &Shape<'_>, out: &mut [f32], sums: &mut [f32]) {
        let cells = self.take(shape.cells());
        shape.matching(cells, out, sums);
    }

    #[inline(always)]
    fn pair_strategy(&mut self) -> Lane {
        pair_matching(self.take(PAIR))
    }
}
