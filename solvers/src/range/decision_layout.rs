//! A decision of all hands at once.

use std::ops::Range;
use std::slice::{ChunksExact, ChunksExactMut};

use super::lanes::{larger, positive};
use super::number::{Noise, Number};

/// The length of a list with a number for every hand that 16 bits can name. Lists of this length need
/// no check of an index.
pub(super) const EVERY_HAND: usize = 1 << 16;

/// The actions of each hand of the player to move. There are two kinds, in this order: actions by
/// which a card leaves the hand, and actions that every hand has and that leave it unchanged.
///
/// The numbers of a decision, its *cells*, are stored action by action. An action of the first kind
/// has a cell for each hand that can be *left* after it. An action of the second kind has a cell
/// for each hand. Impossible actions of a hand have no cell.
#[derive(Clone, Copy, Debug)]
pub struct DecisionLayout<'a> {
    /// For each action of the first kind, a run over the hands that can be left: the number of the
    /// hand before the action.
    pub moved: &'a [u16],
    /// The length of each run, at least 1.
    pub run: usize,
    /// The number of actions of the second kind.
    pub kept: usize,
    /// For each hand, 1 divided by the number of its actions; 0 for a hand that has no cells
    /// ([`RangeTurn::LastDecision`](super::RangeTurn::LastDecision)).
    pub uniform: &'a [f32],
}

impl DecisionLayout<'_> {
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

    /// The hand of a cell.
    pub fn hand_of(&self, cell: usize) -> usize {
        match self.moved.get(cell) {
            Some(&hand) => usize::from(hand),
            None => (cell - self.moved.len()) % self.hands(),
        }
    }

    /// The cells of the first kind, and then those of the second, action by action.
    #[inline(always)]
    pub(super) fn parts<'c, N>(&self, cells: &'c [N]) -> (&'c [N], ChunksExact<'c, N>) {
        let (moved, kept) = cells[..self.cells()].split_at(self.moved.len());
        (moved, kept.chunks_exact(self.hands()))
    }

    /// Does the same as [`DecisionLayout::parts`], for writing.
    #[inline(always)]
    pub(super) fn parts_mut<'c, N>(&self, cells: &'c mut [N]) -> (&'c mut [N], ChunksExactMut<'c, N>) {
        let (moved, kept) = cells[..self.cells()].split_at_mut(self.moved.len());
        (moved, kept.chunks_exact_mut(self.hands()))
    }

    /// Writes probabilities in proportion to the positive parts of `source`; uniform for a hand
    /// that has none. `hands` has room for two numbers for each hand.
    #[inline(always)]
    pub(super) fn matching<N: Number>(&self, source: &[N], out: &mut [f32], hands: &mut [f32]) {
        let (scales, _) = halves(hands);
        self.sum_up(source, scales);
        self.turn_into_scales(scales);
        let (moved, kept) = self.parts(source);
        let (moved_out, kept_out) = self.parts_mut(out);
        if let Some(scales) = scales.first_chunk::<EVERY_HAND>() {
            for ((out, value), &hand) in moved_out.iter_mut().zip(moved).zip(self.moved) {
                *out = share(value.load(), scales[usize::from(hand)]);
            }
        }
        for (outs, values) in kept_out.zip(kept) {
            for ((out, value), &scale) in outs.iter_mut().zip(values).zip(&*scales) {
                *out = share(value.load(), scale);
            }
        }
    }

    /// Does the same as [`DecisionLayout::matching`] and [`DecisionLayout::split_reach`].
    #[inline(always)]
    pub(super) fn matching_and_split<N: Number>(
        &self,
        source: &[N],
        reach: &[f32],
        out: &mut [f32],
        split: &mut [f32],
        hands: &mut [f32],
    ) {
        let (scales, reaches) = self.scales_and_reaches(source, reach, hands);
        let (moved, kept) = self.parts(source);
        let (moved_out, kept_out) = self.parts_mut(out);
        let (moved_split, kept_split) = self.parts_mut(split);
        if let (Some(scales), Some(reaches)) = (scales.first_chunk::<EVERY_HAND>(), reaches.first_chunk::<EVERY_HAND>())
        {
            let cells = moved_out.iter_mut().zip(moved_split).zip(moved);
            for (((out, split), value), &hand) in cells.zip(self.moved) {
                let hand = usize::from(hand);
                *out = share(value.load(), scales[hand]);
                *split = reaches[hand] * *out;
            }
        }
        for ((outs, splits), values) in kept_out.zip(kept_split).zip(kept) {
            let cells = outs.iter_mut().zip(splits).zip(values);
            for ((((out, split), value), &scale), &reach) in cells.zip(&*scales).zip(&*reaches) {
                *out = share(value.load(), scale);
                *split = reach * *out;
            }
        }
    }

    /// Writes the reach of each cell if the player plays in proportion to the positive parts of
    /// `source`. It does not compute the probabilities.
    #[inline(always)]
    pub(super) fn split_by_matching<N: Number>(
        &self,
        source: &[N],
        reach: &[f32],
        split: &mut [f32],
        hands: &mut [f32],
    ) {
        let (scales, reaches) = self.scales_and_reaches(source, reach, hands);
        let (moved, kept) = self.parts(source);
        let (moved_split, kept_split) = self.parts_mut(split);
        if let (Some(scales), Some(reaches)) = (scales.first_chunk::<EVERY_HAND>(), reaches.first_chunk::<EVERY_HAND>())
        {
            for ((split, value), &hand) in moved_split.iter_mut().zip(moved).zip(self.moved) {
                let hand = usize::from(hand);
                *split = reaches[hand] * share(value.load(), scales[hand]);
            }
        }
        for (splits, values) in kept_split.zip(kept) {
            let cells = splits.iter_mut().zip(values);
            for (((split, value), &scale), &reach) in cells.zip(&*scales).zip(&*reaches) {
                *split = reach * share(value.load(), scale);
            }
        }
    }

    /// Writes the scale of each hand's probabilities and its reach to the halves of `hands`.
    #[inline(always)]
    fn scales_and_reaches<'h, N: Number>(
        &self,
        source: &[N],
        reach: &[f32],
        hands: &'h mut [f32],
    ) -> (&'h mut [f32], &'h mut [f32]) {
        let (scales, reaches) = halves(hands);
        self.sum_up(source, scales);
        self.turn_into_scales(scales);
        reaches[..self.hands()].copy_from_slice(&reach[..self.hands()]);
        (scales, reaches)
    }

    /// Writes the sum of the positive parts of each hand's cells.
    #[inline(always)]
    fn sum_up<N: Number>(&self, source: &[N], sums: &mut [f32]) {
        sums[..self.hands()].fill(0.0);
        let (moved, kept) = self.parts(source);
        if let Some(sums) = sums.first_chunk_mut::<EVERY_HAND>() {
            for (value, &hand) in moved.iter().zip(self.moved) {
                sums[usize::from(hand)] += positive(value.load());
            }
        }
        for values in kept {
            for (sum, value) in sums.iter_mut().zip(values) {
                *sum += positive(value.load());
            }
        }
    }

    /// Replaces each hand's sum by the factor of its parts. If the sum is 0, it becomes the
    /// negative of the uniform probability.
    #[inline(always)]
    fn turn_into_scales(&self, sums: &mut [f32]) {
        for (sum, &uniform) in sums.iter_mut().zip(self.uniform) {
            // The reciprocal of a smaller number may not be finite.
            *sum = if *sum > f32::MIN_POSITIVE { 1.0 / *sum } else { -uniform };
        }
    }

    /// Does the same as [`DecisionLayout::matching`], with the positive parts in `shares`.
    #[inline(always)]
    pub(super) fn normalize(&self, shares: &mut [f32], hands: &mut [f32]) {
        let (scales, _) = halves(hands);
        self.sum_up(shares, scales);
        self.turn_into_scales(scales);
        let (moved, kept) = self.parts_mut(shares);
        for (value, &hand) in moved.iter_mut().zip(self.moved) {
            *value = share(*value, scales[usize::from(hand)]);
        }
        for values in kept {
            for (value, &scale) in values.iter_mut().zip(&*scales) {
                *value = share(*value, scale);
            }
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

    /// Does the same as [`DecisionLayout::split_reach`], faster, with room for two numbers for each hand
    /// in `hands`, as walks have it.
    #[inline(always)]
    pub fn split_reach_in(&self, strategy: &[f32], reach: &[f32], out: &mut [f32], hands: &mut [f32]) {
        let count = self.hands();
        hands[..count].copy_from_slice(&reach[..count]);
        let (moved, kept) = self.parts(strategy);
        let (moved_out, kept_out) = self.parts_mut(out);
        if let Some(hands) = hands.first_chunk::<EVERY_HAND>() {
            for ((out, &share), &hand) in moved_out.iter_mut().zip(moved).zip(self.moved) {
                *out = hands[usize::from(hand)] * share;
            }
        }
        for (outs, shares) in kept_out.zip(kept) {
            for ((out, &share), &reach) in outs.iter_mut().zip(shares).zip(reach) {
                *out = reach * share;
            }
        }
    }

    /// Does the same as [`DecisionLayout::split_reach`], for the cells of one action.
    #[inline(always)]
    pub(super) fn reach_below(&self, action: usize, shares: &[f32], reach: &[f32], out: &mut [f32]) {
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

    /// Writes the expected value of each hand that plays `strategy`, given the `values` of its cells.
    #[inline(always)]
    pub fn mean(&self, strategy: &[f32], values: &[f32], out: &mut [f32]) {
        let out = &mut out[..self.hands()];
        out.fill(0.0);
        let (moved, kept) = self.parts(values);
        let (moved_shares, kept_shares) = self.parts(strategy);
        for ((&value, &share), &hand) in moved.iter().zip(moved_shares).zip(self.moved) {
            out[usize::from(hand)] += share * value;
        }
        add_kept_means(kept.zip(kept_shares), out);
    }

    /// Does the same as [`DecisionLayout::mean`], faster, and leaves the values of the hands in `hands` too.
    /// It has room for two numbers for each hand, as walks have it.
    #[inline(always)]
    pub fn mean_in(&self, strategy: &[f32], values: &[f32], out: &mut [f32], hands: &mut [f32]) {
        hands[..self.hands()].fill(0.0);
        let (moved, kept) = self.parts(values);
        let (moved_shares, kept_shares) = self.parts(strategy);
        if let Some(hands) = hands.first_chunk_mut::<EVERY_HAND>() {
            for ((&value, &share), &hand) in moved.iter().zip(moved_shares).zip(self.moved) {
                hands[usize::from(hand)] += share * value;
            }
        }
        add_kept_means(kept.zip(kept_shares), hands);
        out.copy_from_slice(&hands[..self.hands()]);
    }

    /// For each cell of the first kind the number of its hand.
    #[inline(always)]
    pub(super) fn means_of_moved<'h>(&self, hands: &'h [f32; EVERY_HAND]) -> impl Iterator<Item = &'h f32> {
        let moved = self.moved.iter();
        moved.map(|&hand| &hands[usize::from(hand)])
    }

    /// Writes the greatest absolute difference of a hand's value from its mean.
    pub(super) fn largest_gains(&self, values: &[f32], means: &[f32], largest: &mut [f32]) {
        largest[..self.hands()].fill(0.0);
        let (moved, kept) = self.parts(values);
        for (value, &hand) in moved.iter().zip(self.moved) {
            let hand = usize::from(hand);
            largest[hand] = larger(largest[hand], (value - means[hand]).abs());
        }
        for values in kept {
            for ((value, mean), most) in values.iter().zip(means).zip(&mut *largest) {
                *most = larger(*most, (value - mean).abs());
            }
        }
    }

    /// Writes the greatest value of each hand's cells. `hands` has room for two numbers for each hand.
    #[inline(always)]
    pub(super) fn most(&self, values: &[f32], out: &mut [f32], hands: &mut [f32]) {
        let count = self.hands();
        hands[..count].fill(f32::NEG_INFINITY);
        let (moved, kept) = self.parts(values);
        if let Some(hands) = hands.first_chunk_mut::<EVERY_HAND>() {
            for (&value, &hand) in moved.iter().zip(self.moved) {
                let most = &mut hands[usize::from(hand)];
                *most = larger(*most, value);
            }
        }
        for values in kept {
            for (most, &value) in hands.iter_mut().zip(values) {
                *most = larger(*most, value);
            }
        }
        out.copy_from_slice(&hands[..count]);
    }
}

/// Adds `weight` times the reach of each cell to `sums`.
#[inline(always)]
pub(super) fn add_up<N: Number>(weight: f32, split: &[f32], sums: &mut [N], noise: Noise) {
    let cells = sums.iter_mut().zip(split);
    for (index, (sum, &reach)) in cells.enumerate() {
        *sum = N::store(sum.load() + weight * reach, noise.at(index));
    }
}

/// The two rooms for a number for each hand.
#[inline(always)]
pub(super) fn halves(hands: &mut [f32]) -> (&mut [f32], &mut [f32]) {
    hands.split_at_mut(hands.len() / 2)
}

#[inline(always)]
fn add_kept_means<'c>(kept: impl Iterator<Item = (&'c [f32], &'c [f32])>, out: &mut [f32]) {
    for (values, shares) in kept {
        for ((out, &value), &share) in out.iter_mut().zip(values).zip(shares) {
            *out += share * value;
        }
    }
}

#[inline(always)]
fn share(value: f32, scale: f32) -> f32 {
    if scale < 0.0 { -scale } else { positive(value) * scale }
}
