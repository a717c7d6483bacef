//! A best response that follows what is locked.

use super::game::{At, RangeGame, Traverser, Valued};
use super::lanes::Lane;
use super::traverser::BestResponder;

/// A cell whose probability is fixed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LockedCell {
    /// Its number among the cells of its player.
    pub(super) cell: usize,
    pub(super) hand: usize,
    pub(super) share: f32,
}

/// Plays the best action of each hand, and what is locked where something is.
#[derive(Clone, Copy, Debug)]
pub(super) struct LockedResponder<'a> {
    /// The number of the next cell.
    next: usize,
    /// The locks from there on.
    locks: &'a [LockedCell],
}

/// The first cell of a decision, and its locks.
type LockedDecision<'a> = (usize, &'a [LockedCell]);

impl<'a> LockedResponder<'a> {
    /// A player whose next cell has the number `next`.
    pub(super) fn new(locks: &'a [LockedCell], next: usize) -> LockedResponder<'a> {
        let passed = locks.partition_point(|lock| lock.cell < next);
        LockedResponder { next, locks: &locks[passed..] }
    }

    #[inline(always)]
    fn cut(&mut self, count: usize) -> LockedDecision<'a> {
        let first = self.next;
        self.next += count;
        if self.locks.is_empty() {
            return (first, &[]);
        }
        let (here, rest) = self.locks.split_at(self.locks.partition_point(|lock| lock.cell < self.next));
        self.locks = rest;
        (first, here)
    }
}

impl<'a, G: RangeGame> Traverser<G> for LockedResponder<'a> {
    type Cells = LockedDecision<'a>;

    #[inline(always)]
    fn take(&mut self, _at: &At<'_, G>, count: usize) -> LockedDecision<'a> {
        self.cut(count)
    }

    #[inline(always)]
    fn take_pair(&mut self, at: &At<'_, G>, _number: usize) -> LockedDecision<'a> {
        self.cut(2 * at.game.lanes())
    }

    #[inline(always)]
    fn skip(&mut self, count: usize) {
        self.cut(count);
    }

    fn split_off(&mut self, count: usize) -> Self {
        let (next, locks) = self.cut(count);
        LockedResponder { next, locks }
    }

    #[inline(always)]
    fn back_up(&self, (first, locks): LockedDecision<'a>, valued: Valued<'_>, out: &mut [f32], hands: &mut [f32]) {
        Traverser::<G>::back_up(&BestResponder, (), valued, out, hands);
        for lock in locks {
            out[lock.hand] = 0.0;
        }
        for lock in locks {
            out[lock.hand] += lock.share * valued.values[lock.cell - first];
        }
    }

    #[inline(always)]
    fn back_up_pair(&self, _cells: LockedDecision<'a>, first: &Lane, values: [&Lane; 2], reach: &Lane) -> Lane {
        Traverser::<G>::back_up_pair(&BestResponder, (), first, values, reach)
    }
}
