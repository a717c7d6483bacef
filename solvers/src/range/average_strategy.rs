//! The average strategy of a player, added up while the other player walks.

use super::decision_layout::{DecisionLayout, add_up};
use super::game::{At, Opponent, RangeGame};
use super::lanes::{Lane, add_up_pair};
use super::number::{Noise, Number};

/// Plays the strategy of `source` and adds it to an average, each hand weighted by its reach. A
/// subtree that no hand reaches is passed over, and adds nothing.
#[derive(Debug)]
pub(super) struct AverageStrategy<'a, T, N> {
    pub(super) source: T,
    pub(super) sums: &'a mut [N],
    pub(super) weight: f32,
    pub(super) noise: Noise,
}

impl<'a, T, N: Number> AverageStrategy<'a, T, N> {
    /// The next cells, and the noise for them.
    #[inline(always)]
    fn cut(&mut self, count: usize) -> (&'a mut [N], Noise) {
        let (first, rest) = std::mem::take(&mut self.sums).split_at_mut(count);
        self.sums = rest;
        let noise = self.noise;
        self.noise.next = noise.next.wrapping_add(count as u32);
        (first, noise)
    }
}

impl<G: RangeGame, T: Opponent<G>, N: Number> Opponent<G> for AverageStrategy<'_, T, N> {
    const SKIPS: bool = false;

    fn split_off(&mut self, count: usize) -> Self {
        let (sums, noise) = self.cut(count);
        AverageStrategy { source: self.source.split_off(count), sums, weight: self.weight, noise }
    }

    #[inline(always)]
    fn skip(&mut self, count: usize) {
        self.source.skip(count);
        self.cut(count);
    }

    #[inline(always)]
    fn strategy(&mut self, at: &At<'_, G>, layout: &DecisionLayout<'_>, out: &mut [f32], hands: &mut [f32]) {
        // A source that splits the range may leave the strategy out.
        self.source.strategy(at, layout, out, hands);
        let mut split = vec![0.0; layout.cells()];
        layout.split_reach(out, at.reach, &mut split);
        let (sums, noise) = self.cut(layout.cells());
        add_up(self.weight, &split, sums, noise);
    }

    #[inline(always)]
    fn split(&mut self, at: &At<'_, G>, layout: &DecisionLayout<'_>, [out, split]: [&mut [f32]; 2], hands: &mut [f32]) {
        self.source.split(at, layout, [out, &mut *split], hands);
        let (sums, noise) = self.cut(layout.cells());
        add_up(self.weight, split, sums, noise);
    }

    #[inline(always)]
    fn pair_strategy(&mut self, at: &At<'_, G>, number: usize, reach: &Lane) -> Lane {
        let first = self.source.pair_strategy(at, number, reach);
        let (sums, noise) = self.cut(2 * at.game.lanes());
        add_up_pair(self.weight, &first, reach, sums, noise);
        first
    }
}
