//! The average strategy, added up while the other player walks.

use super::own::add_up_pair;
use super::{At, LANES, Lane, Other, PAIR, RangeGame, Shape};

/// Plays the strategy of `source` and adds it to an average, each hand weighted by its reach. A
/// subtree that no hand reaches is passed over, and adds nothing.
#[derive(Debug)]
pub(super) struct Averaged<'a, T> {
    source: T,
    sums: &'a mut [f32],
    weight: f32,
}

impl<'a, T> Averaged<'a, T> {
    pub(super) fn new(source: T, sums: &'a mut [f32], weight: f32) -> Averaged<'a, T> {
        Averaged {
            source,
            sums,
            weight,
        }
    }

    #[inline(always)]
    fn cut(&mut self, count: usize) -> &'a mut [f32] {
        let (first, rest) = std::mem::take(&mut self.sums).split_at_mut(count);
        self.sums = rest;
        first
    }
}

impl<G: RangeGame, T: Other<G>> Other<G> for Averaged<'_, T> {
    const SKIPS: bool = false;

    fn split_off(&mut self, count: usize) -> Self {
        Averaged {
            source: self.source.split_off(count),
            sums: self.cut(count),
            weight: self.weight,
        }
    }

    #[inline(always)]
    fn skip(&mut self, count: usize) {
        self.source.skip(count);
        self.cut(count);
    }

    #[inline(always)]
    fn strategy(&mut self, at: &At<'_, G>, shape: &Shape<'_>, out: &mut [f32], sums: &mut [f32]) {
        self.source.strategy(at, shape, out, sums);
        let weight = self.weight;
        shape.add_up(weight, out, at.reach, self.cut(shape.cells()));
    }

    #[inline(always)]
    fn pair_strategy(&mut self, at: &At<'_, G>, number: usize, reach: &Lane) -> Lane {
        let first = self.source.pair_strategy(at, number, reach);
        let mut second = [0.0; LANES];
        for lane in 0..LANES {
            second[lane] = 1.0 - first[lane];
        }
        let weight = self.weight;
        add_up_pair(weight, [&first, &second], reach, self.cut(PAIR));
        first
    }
}
