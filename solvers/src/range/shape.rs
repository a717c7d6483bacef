//! A decision of all hands at once.

use std::ops::Range;
use std::slice::{ChunksExact, ChunksExactMut};

/// The actions of each hand of the player to move. There are two kinds, in this order: actions by
/// which a card leaves the hand, and actions that every hand has and that leave it unchanged.
///
/// The numbers of a decision, its *cells*, are stored action by action. An action of the first kind
/// has a cell for each hand that can be *left* after it. An action of the second kind has a cell
/// for each hand. Impossible actions of a hand have no cell.
#[derive(Clone, Copy, Debug)]
pub struct Shape<'a> {
    /// For each action of the first kind, a run over the hands that can be left: the number of the
    /// hand before the action.
    pub moved: &'a [u16],
    /// The length of each run, at least 1.
    pub run: usize,
    /// The number of actions of the second kind.
    pub kept: usize,
    /// For each hand, 1 divided by the number of its actions.
    pub uniform: &'a [f32],
}

impl Shape<'_> {
    /// The number of hands.
    #[inline(always)]
    pub fn hands(&self) -> usize {
        self.uniform.len()
    }

    /// The number of actions.
    #[inline(always)]
    pub fn actions(&self) -> usize {
        self.moved.len() / self.run + self.kept
    }

    /// The number of cells of a decision.
    #[inline(always)]
    pub fn cells(&self) -> usize {
        self.moved.len() + self.kept * self.hands()
    }

    /// The cells of an action.
    #[inline(always)]
    pub fn range(&self, action: usize) -> Range<usize> {
        let moving = self.moved.len() / self.run;
        if action < moving {
            return action * self.run..(action + 1) * self.run;
        }
        let first = self.moved.len() + (action - moving) * self.hands();
        first..first + self.hands()
    }

    /// The cells of the first kind, and then those of the second, action by action.
    #[inline(always)]
    pub(super) fn parts<'c>(&self, cells: &'c [f32]) -> (&'c [f32], ChunksExact<'c, f32>) {
        let (moved, kept) = cells[..self.cells()].split_at(self.moved.len());
        (moved, kept.chunks_exact(self.hands()))
    }

    /// Does the same as [`Shape::parts`], for writing.
    #[inline(always)]
    pub(super) fn parts_mut<'c>(
        &self,
        cells: &'c mut [f32],
    ) -> (&'c mut [f32], ChunksExactMut<'c, f32>) {
        let (moved, kept) = cells[..self.cells()].split_at_mut(self.moved.len());
        (moved, kept.chunks_exact_mut(self.hands()))
    }

    /// Writes probabilities in proportion to the positive parts of `source`; uniform for a hand
    /// that has none. `sums` has room for a number for each hand.
    #[inline(always)]
    pub(super) fn matching(&self, source: &[f32], out: &mut [f32], sums: &mut [f32]) {
        let sums = &mut sums[..self.hands()];
        sums.fill(0.0);
        let (moved, kept) = self.parts(source);
        for (&value, &hand) in moved.iter().zip(self.moved) {
            sums[usize::from(hand)] += positive(value);
        }
        for values in kept.clone() {
            for (sum, &value) in sums.iter_mut().zip(values) {
                *sum += positive(value);
            }
        }
        self.turn_into_scales(sums);
        let (moved_out, kept_out) = self.parts_mut(out);
        for ((out, &value), &hand) in moved_out.iter_mut().zip(moved).zip(self.moved) {
            *out = share(value, sums[usize::from(hand)]);
        }
        for (outs, values) in kept_out.zip(kept) {
            for ((out, &value), &scale) in outs.iter_mut().zip(values).zip(&*sums) {
                *out = share(value, scale);
            }
        }
    }

    /// Replaces each hand's sum by the factor of its parts. If the sum is 0, it becomes the
    /// negative of the uniform probability.
    #[inline(always)]
    fn turn_into_scales(&self, sums: &mut [f32]) {
        for (sum, &uniform) in sums.iter_mut().zip(self.uniform) {
            // The reciprocal of a smaller number may not be finite.
            *sum = if *sum > f32::MIN_POSITIVE {
                1.0 / *sum
            } else {
                -uniform
            };
        }
    }

    /// Does the same as [`Shape::matching`], with the positive parts in `shares`.
    #[inline(always)]
    pub(super) fn normalize(&self, shares: &mut [f32], sums: &mut [f32]) {
        let sums = &mut sums[..self.hands()];
        sums.fill(0.0);
        let (moved, kept) = self.parts(shares);
        for (&value, &hand) in moved.iter().zip(self.moved) {
            sums[usize::from(hand)] += value;
        }
        for values in kept {
            for (sum, &value) in sums.iter_mut().zip(values) {
                *sum += value;
            }
        }
        self.turn_into_scales(sums);
        let (moved, kept) = self.parts_mut(shares);
        for (value, &hand) in moved.iter_mut().zip(self.moved) {
            *value = share(*value, sums[usize::from(hand)]);
        }
        for values in kept {
            for (value, &scale) in values.iter_mut().zip(&*sums) {
                *value = share(*value, scale);
            }
        }
    }

    /// The hand of a cell.
    pub fn hand_of(&self, cell: usize) -> usize {
        match self.moved.get(cell) {
            Some(&hand) => usize::from(hand),
            None => (cell - self.moved.len()) % self.hands(),
        }
    }

    /// Writes the reach of each cell: the part of a range that takes its action.
    #[inline(always)]
    pub fn split_reach(&self, strategy: &[f32], reach: &[f32], out: &mut [f32]) {
        let reach = &reach[..self.hands()];
        let (moved, kept) = self.parts(strategy);
        let (moved_out, kept_out) = self.parts_mut(out);
        for ((out, &share), &hand) in moved_out.iter_mut().zip(moved).zip(self.moved) {
            *out = reach[usize::from(hand)] * share;
        }
        for (outs, shares) in kept_out.zip(kept) {
            for ((out, &share), &reach) in outs.iter_mut().zip(shares).zip(reach) {
                *out = reach * share;
            }
        }
    }

    /// Does the same as [`Shape::split_reach`], for the cells of one action.
    #[inline(always)]
    pub(super) fn reach_below(
        &self,
        action: usize,
        shares: &[f32],
        reach: &[f32],
        out: &mut [f32],
    ) {
        let cells = shares.iter().zip(out);
        match self.moved.get(self.range(action)) {
            Some(hands) => {
                for ((&share, out), &hand) in cells.zip(hands) {
                    *out = reach[usize::from(hand)] * share;
                }
            }
            None => {
                for ((&share, out), &reach) in cells.zip(reach) {
                    *out = reach * share;
                }
            }
        }
    }

    /// Adds `weight` times the reach of each cell to `sums`.
    #[inline(always)]
    pub(super) fn add_up(&self, weight: f32, strategy: &[f32], reach: &[f32], sums: &mut [f32]) {
        let reach = &reach[..self.hands()];
        let (moved, kept) = self.parts(strategy);
        let (moved_sums, kept_sums) = self.parts_mut(sums);
        for ((sum, &share), &hand) in moved_sums.iter_mut().zip(moved).zip(self.moved) {
            *sum += weight * reach[usize::from(hand)] * share;
        }
        for (sums, shares) in kept_sums.zip(kept) {
            for ((sum, &share), &reach) in sums.iter_mut().zip(shares).zip(reach) {
                *sum += weight * reach * share;
            }
        }
    }

    /// Writes the expected value of each hand that plays `strategy`, given the `values` of its
    /// cells.
    #[inline(always)]
    pub fn mean(&self, strategy: &[f32], values: &[f32], out: &mut [f32]) {
        let out = &mut out[..self.hands()];
        out.fill(0.0);
        let (moved, kept) = self.parts(values);
        let (moved_shares, kept_shares) = self.parts(strategy);
        for ((&value, &share), &hand) in moved.iter().zip(moved_shares).zip(self.moved) {
            out[usize::from(hand)] += share * value;
        }
        for (values, shares) in kept.zip(kept_shares) {
            for ((out, &value), &share) in out.iter_mut().zip(values).zip(shares) {
                *out += share * value;
            }
        }
    }

    /// Writes the greatest value of each hand's cells.
    #[inline(always)]
    pub(super) fn most(&self, values: &[f32], out: &mut [f32]) {
        let out = &mut out[..self.hands()];
        out.fill(f32::NEG_INFINITY);
        let (moved, kept) = self.parts(values);
        for (&value, &hand) in moved.iter().zip(self.moved) {
            let out = &mut out[usize::from(hand)];
            *out = larger(*out, value);
        }
        for values in kept {
            for (out, &value) in out.iter_mut().zip(values) {
                *out = larger(*out, value);
            }
        }
    }
}

#[inline(always)]
pub(super) fn larger(one: f32, other: f32) -> f32 {
    if one > other { one } else { other }
}

#[inline(always)]
pub(super) fn positive(value: f32) -> f32 {
    // `f32::max` would also have to handle NaN.
    if value > 0.0 { value } else { 0.0 }
}

#[inline(always)]
fn share(value: f32, scale: f32) -> f32 {
    if scale < 0.0 {
        -scale
    } else {
        positive(value) * scale
    }
}
