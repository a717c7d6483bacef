//! The player that learns.

use super::decision_layout::{DecisionLayout, add_up, halves};
use super::game::{At, RangeGame, Traverser, Valued};
use super::lanes::{HALF_LANES, LANES, Lane, add_up_pair, larger, pair_matching, pair_mean};
use super::number::{Noise, Number};
use crate::cfr::{Extension, Rule};

/// Plays by regret matching, and learns regrets and the average strategy.
#[derive(Debug)]
pub struct Learner<'a, N: Number = f32> {
    pub(super) rule: Rule<f32>,
    pub(super) weight: f32,
    pub(super) regrets: &'a mut [N],
    /// The numbers that the next strategy is made of; empty if it is made of the regrets.
    pub(super) predicted: &'a mut [N],
    /// The sums of strategies; empty if they are summed up elsewhere.
    pub(super) sums: &'a mut [N],
    /// The moving averages of the rule; empty if it has none.
    pub(super) volatility: &'a mut [f32],
    /// For the rounding of regrets, of predictions and of sums.
    pub(super) noise: [Noise; 3],
}

/// The cells of a decision.
#[derive(Debug)]
pub struct LearnerCells<'a, N: Number = f32> {
    regrets: &'a mut [N],
    predicted: &'a mut [N],
    sums: &'a mut [N],
    volatility: &'a mut [f32],
    noise: [Noise; 3],
}

impl<N: Number> LearnerCells<'_, N> {
    #[inline(always)]
    fn source(&self) -> &[N] {
        source(self.regrets, self.predicted)
    }
}

/// The numbers that the next strategy is made of: the predictions, if there are any.
#[inline(always)]
pub(super) fn source<'n, N>(regrets: &'n [N], predicted: &'n [N]) -> &'n [N] {
    if predicted.is_empty() { regrets } else { predicted }
}

#[inline(always)]
fn cut<'a, N>(cells: &mut &'a mut [N], count: usize) -> &'a mut [N] {
    let (first, rest) = std::mem::take(cells).split_at_mut(count);
    *cells = rest;
    first
}

impl<'a, N: Number> Learner<'a, N> {
    #[inline(always)]
    fn cut(&mut self, count: usize) -> LearnerCells<'a, N> {
        let if_kept = |is_empty: bool| if is_empty { 0 } else { count };
        let (predicted, sums) = (if_kept(self.predicted.is_empty()), if_kept(self.sums.is_empty()));
        let volatility = if_kept(self.volatility.is_empty());
        let noise = self.noise;
        for noise in &mut self.noise {
            noise.next = noise.next.wrapping_add(count as u32);
        }
        LearnerCells {
            regrets: cut(&mut self.regrets, count),
            predicted: cut(&mut self.predicted, predicted),
            sums: cut(&mut self.sums, sums),
            volatility: cut(&mut self.volatility, volatility),
            noise,
        }
    }

    /// Learns from the gain of one cell. Returns the number to store in place of the regret, and the prediction.
    #[inline(always)]
    fn learn(&self, regret: N, gain: f32, random: u32) -> (N, f32) {
        let mut regret = regret.load();
        let predicted = self.rule.learn(&mut regret, gain);
        (N::store(regret, random), predicted)
    }

    /// Learns from the `values` of cells of which each has another mean to be compared with. `first`
    /// is the index of the first of them in `cells`.
    #[inline(always)]
    fn learn_all<'m>(
        &self,
        cells: &mut LearnerCells<'_, N>,
        first: usize,
        values: &[f32],
        means: impl Iterator<Item = &'m f32>,
    ) {
        let count = values.len();
        let [regret_noise, predicted_noise, _] = cells.noise;
        let regrets = &mut cells.regrets[first..first + count];
        let both = regrets.iter_mut().zip(values).zip(means).enumerate();
        if cells.predicted.is_empty() {
            for (index, ((regret, value), mean)) in both {
                let random = regret_noise.at(first + index);
                (*regret, _) = self.learn(*regret, value - mean, random);
            }
            return;
        }
        let predicted = &mut cells.predicted[first..first + count];
        for ((index, ((regret, value), mean)), predicted) in both.zip(predicted) {
            let random = regret_noise.at(first + index);
            let next;
            (*regret, next) = self.learn(*regret, value - mean, random);
            *predicted = N::store(next, predicted_noise.at(first + index));
        }
    }

    /// Does the same by a rule with an extension. Each cell has also the greatest gain of its hand.
    fn learn_by<'m>(
        &self,
        extension: &Extension<f32>,
        cells: &mut LearnerCells<'_, N>,
        first: usize,
        values: &[f32],
        hands: impl Iterator<Item = (&'m f32, &'m f32)>,
    ) {
        let [regret_noise, predicted_noise, _] = cells.noise;
        for (cell, (value, (mean, largest))) in (first..).zip(values.iter().zip(hands)) {
            let local = extension.sense(cells.volatility.get_mut(cell), *largest);
            let mut regret = cells.regrets[cell].load();
            let next = self.rule.learn_by(extension, &local, &mut regret, value - mean);
            cells.regrets[cell] = N::store(regret, regret_noise.at(cell));
            if let Some(predicted) = cells.predicted.get_mut(cell) {
                *predicted = N::store(next, predicted_noise.at(cell));
            }
        }
    }

    /// Learns at a decision by a rule with an extension. `hands` has the mean of each hand in its first half.
    fn back_up_by(
        &self,
        extension: &Extension<f32>,
        mut cells: LearnerCells<'_, N>,
        layout: &DecisionLayout<'_>,
        values: &[f32],
        hands: &mut [f32],
    ) {
        let (means, largest) = halves(hands);
        layout.largest_gains(values, means, largest);
        let (moved, kept) = layout.parts(values);
        let of_moved = layout.moved.iter().map(|&hand| usize::from(hand));
        let of_moved = of_moved.map(|hand| (&means[hand], &largest[hand]));
        self.learn_by(extension, &mut cells, 0, moved, of_moved);
        let mut first = moved.len();
        for values in kept {
            self.learn_by(extension, &mut cells, first, values, means.iter().zip(&*largest));
            first += values.len();
        }
    }

    #[inline(always)]
    fn learn_pair<const COUNT: usize>(&self, mut cells: LearnerCells<'_, N>, values: [&Lane; 2], mean: &Lane) {
        if let Some(extension) = &self.rule.extension {
            let mut largest = [0.0; COUNT];
            for (lane, largest) in largest.iter_mut().enumerate() {
                let gains = values.map(|values| (values[lane] - mean[lane]).abs());
                *largest = larger(gains[0], gains[1]);
            }
            for (action, values) in values.into_iter().enumerate() {
                let hands = mean.iter().zip(&largest);
                self.learn_by(extension, &mut cells, action * COUNT, &values[..COUNT], hands);
            }
            return;
        }
        for (action, values) in values.into_iter().enumerate() {
            let values = &values[..COUNT];
            self.learn_all(&mut cells, action * COUNT, values, mean[..COUNT].iter());
        }
    }
}

impl<'a, G: RangeGame, N: Number> Traverser<G> for Learner<'a, N> {
    type Cells = LearnerCells<'a, N>;

    fn needs_reach(&self) -> bool {
        true
    }

    #[inline(always)]
    fn take(&mut self, _at: &At<'_, G>, count: usize) -> LearnerCells<'a, N> {
        self.cut(count)
    }

    #[inline(always)]
    fn take_pair(&mut self, at: &At<'_, G>, _number: usize) -> LearnerCells<'a, N> {
        self.cut(2 * at.game.lanes())
    }

    #[inline(always)]
    fn skip(&mut self, count: usize) {
        self.cut(count);
    }

    fn split_off(&mut self, count: usize) -> Self {
        let LearnerCells { regrets, predicted, sums, volatility, noise } = self.cut(count);
        Learner { rule: self.rule, weight: self.weight, regrets, predicted, sums, volatility, noise }
    }

    #[inline(always)]
    fn strategy(&self, cells: &LearnerCells<'a, N>, layout: &DecisionLayout<'_>, out: &mut [f32], hands: &mut [f32]) {
        layout.matching(cells.source(), out, hands);
    }

    /// The range is needed for the average, and for the leaves of a depth-limited game.
    #[inline(always)]
    fn begin(
        &self,
        cells: &mut LearnerCells<'a, N>,
        layout: &DecisionLayout<'_>,
        reach: &[f32],
        [out, split]: [&mut [f32]; 2],
        hands: &mut [f32],
    ) {
        if cells.sums.is_empty() && !G::NEEDS_BOTH_RANGES {
            layout.matching(cells.source(), out, hands);
            return;
        }
        layout.matching_and_split(cells.source(), reach, out, split, hands);
        if !cells.sums.is_empty() {
            add_up(self.weight, split, cells.sums, cells.noise[2]);
        }
    }

    #[inline(always)]
    fn back_up(&self, mut cells: LearnerCells<'a, N>, valued: Valued<'_>, out: &mut [f32], hands: &mut [f32]) {
        let Valued { layout, strategy, values } = valued;
        layout.mean_in(strategy, values, out, hands);
        if let Some(extension) = &self.rule.extension {
            self.back_up_by(extension, cells, layout, values, hands);
            return;
        }
        let (moved, kept) = layout.parts(values);
        if let Some(hands) = hands.first_chunk() {
            let means = layout.means_of_moved(hands);
            self.learn_all(&mut cells, 0, moved, means);
        }
        let mut first = moved.len();
        for values in kept {
            self.learn_all(&mut cells, first, values, hands.iter());
            first += values.len();
        }
    }

    #[inline(always)]
    fn pair_strategy(&self, cells: &LearnerCells<'a, N>) -> Lane {
        pair_matching(cells.source())
    }

    #[inline(always)]
    fn back_up_pair(&self, cells: LearnerCells<'a, N>, first: &Lane, values: [&Lane; 2], reach: &Lane) -> Lane {
        let out = pair_mean(first, values);
        if !cells.sums.is_empty() {
            add_up_pair(self.weight, first, reach, cells.sums, cells.noise[2]);
        }
        if cells.regrets.len() == LANES {
            self.learn_pair::<HALF_LANES>(cells, values, &out);
        } else {
            self.learn_pair::<LANES>(cells, values, &out);
        }
        out
    }
}

#[cfg(test)]
#[path = "../../tests/unit/range/learner.rs"]
mod tests;
