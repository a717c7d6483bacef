//! Regret matching with pruned actions, and catching up on them.

use super::closed::Open;
use super::rule::Rule;
use crate::tree::{Part, Step, UNIT_WIDTH, Unit};

/// Regret matching among the open actions of a part. Closed actions keep their regrets and their
/// strategy.
pub(super) struct LearnOpen<'a> {
    pub(super) rule: &'a Rule<f64>,
    pub(super) regrets: &'a mut [f64],
    pub(super) strategy: &'a mut [f64],
    /// The first sequence of `regrets` and `strategy`.
    pub(super) first: usize,
    pub(super) part: &'a Part,
    pub(super) open: Open<'a>,
    /// The weighted sum of the values of each information set of the part since something was
    /// closed.
    pub(super) earned: &'a mut [f64],
}

impl Step for LearnOpen<'_> {
    #[inline(always)]
    fn unit(&mut self, unit: &Unit, values: &[f64], out: &mut [f64]) {
        let (range, first) = (unit.range(), self.first);
        let closed = &self.open.closed[range.clone()];
        let range = range.start - first..range.end - first;
        let width = usize::from(unit.width);
        let (regrets, strategy) = (&mut self.regrets[range.clone()], &mut self.strategy[range]);
        expect(values, strategy, out);
        let place = unit.first_infoset as usize - self.part.infosets.start;
        for (earned, out) in self.earned[place..].iter_mut().zip(&*out) {
            *earned += self.open.weight * out;
        }
        let mut sums = [0.0; UNIT_WIDTH];
        let sums = &mut sums[..width];
        // A local copy need not be read again after every write.
        let rule = *self.rule;
        let actions = values.chunks_exact(width).zip(closed.chunks_exact(width));
        let cells = regrets
            .chunks_exact_mut(width)
            .zip(strategy.chunks_exact_mut(width));
        for ((values, closed), (regrets, strategy)) in actions.zip(cells) {
            let cells = values.iter().zip(closed).zip(regrets).zip(strategy);
            for ((((value, closed), regret), share), (sum, out)) in
                cells.zip(sums.iter_mut().zip(&*out))
            {
                let mut updated = *regret;
                let predicted = rule.learn(&mut updated, value - out);
                *regret = select(*closed, *regret, updated);
                let predicted = if predicted > 0.0 { predicted } else { 0.0 };
                *share = select(*closed, *share, predicted);
                *sum += select(*closed, 0.0, predicted);
            }
        }
        // Play is uniform where no regret is positive.
        let mut uniform = [0.0; UNIT_WIDTH];
        let uniform = &mut uniform[..width];
        let shares = &self.open.uniform[unit.first_infoset as usize..];
        for ((sum, uniform), share) in sums.iter_mut().zip(&mut *uniform).zip(shares) {
            (*sum, *uniform) = if *sum > 0.0 {
                (1.0 / *sum, 0.0)
            } else {
                (0.0, *share)
            };
        }
        let actions = strategy
            .chunks_exact_mut(width)
            .zip(closed.chunks_exact(width));
        for (strategy, closed) in actions {
            let rows = sums.iter().zip(&*uniform);
            for ((share, closed), (scale, uniform)) in strategy.iter_mut().zip(closed).zip(rows) {
                let matched = *share * scale + uniform;
                *share = select(*closed, *share, matched);
            }
        }
    }
}

/// Catching up on closed actions: their regrets of several iterations at once. The values come from
/// the weighted sum of the other player's plans.
pub(super) struct CatchUp<'a> {
    pub(super) regrets: &'a mut [f64],
    pub(super) strategy: &'a [f64],
    /// The same as in [`Open`].
    pub(super) closed: &'a [u64],
    pub(super) parents: &'a [u32],
    /// The same as in [`LearnOpen`], for all information sets.
    pub(super) earned: &'a [f64],
    /// The weight of the last iteration.
    pub(super) weight: f64,
}

impl Step for CatchUp<'_> {
    #[inline(always)]
    fn unit(&mut self, unit: &Unit, values: &[f64], out: &mut [f64]) {
        let width = usize::from(unit.width);
        expect(values, &self.strategy[unit.range()], out);
        let infosets = unit.first_infoset as usize..unit.first_infoset as usize + width;
        let mut bases = [0.0; UNIT_WIDTH];
        let rows = self.parents[infosets.clone()]
            .iter()
            .zip(&self.earned[infosets]);
        for ((base, out), (&parent, earned)) in bases.iter_mut().zip(&*out).zip(rows) {
            // Below a closed action the value is that of the strategy left there.
            *base = select(self.closed[parent as usize], *out, *earned);
        }
        let scale = 1.0 / self.weight;
        let regrets = self.regrets[unit.range()].chunks_exact_mut(width);
        let closed = self.closed[unit.range()].chunks_exact(width);
        let actions = values.chunks_exact(width).zip(closed).zip(regrets);
        for ((values, closed), regrets) in actions {
            let cells = values.iter().zip(closed).zip(regrets).zip(&bases);
            for (((value, closed), regret), base) in cells {
                let caught_up = (*regret + (value - base)) * scale;
                *regret = select(*closed, caught_up, *regret);
            }
        }
    }
}

/// Selects a number by `closed`, which is all ones or all zeros. A branch would be compiled to
/// masked stores, which are slow.
#[inline(always)]
fn select(closed: u64, if_closed: f64, if_open: f64) -> f64 {
    f64::from_bits((if_closed.to_bits() & closed) | (if_open.to_bits() & !closed))
}

/// Writes the value of each information set of a unit under the strategy.
#[inline(always)]
pub(super) fn expect(values: &[f64], strategy: &[f64], out: &mut [f64]) {
    let width = out.len();
    out.fill(0.0);
    let pairs = values.chunks_exact(width).zip(strategy.chunks_exact(width));
    for (values, strategy) in pairs {
        for ((out, value), share) in out.iter_mut().zip(values).zip(strategy) {
            *out += value * share;
        }
    }
}
