//! One player's update: counterfactual values up, the new strategy down.

use crate::tree::{InfosetValues, Part, Step, Sweep, Treeplex, Unit};

/// What a player has learnt.
#[derive(Clone, Debug)]
pub(super) struct Learner {
    /// Regret of each sequence.
    pub(super) regrets: Vec<f64>,
    /// Probability of each sequence's action where it is chosen.
    pub(super) strategy: Vec<f64>,
    /// The realization plan of `strategy`.
    pub(super) reach: Vec<f64>,
    /// The weighted sum of the realization plans so far; at 0 the sum of the weights.
    pub(super) sums: Vec<f64>,
}

/// The constants of an iteration.
#[derive(Clone, Copy, Debug)]
pub(super) struct Constants {
    /// What positive and negative regrets are multiplied by before new ones are added.
    pub(super) discounts: [f64; 2],
    /// The least regret kept.
    pub(super) floor: f64,
    /// What regrets are multiplied by, and how many times the latest ones are added to them, for
    /// the next strategy.
    pub(super) prediction: [f64; 2],
    /// The weight of the strategy used in this iteration.
    pub(super) weight: f64,
}

impl Learner {
    pub(super) fn new(plex: &Treeplex) -> Learner {
        let mut learner = Learner {
            regrets: vec![0.0; plex.sequences],
            strategy: vec![1.0; plex.sequences],
            reach: vec![1.0; plex.sequences],
            sums: vec![0.0; plex.sequences],
        };
        for unit in &plex.units {
            let share = 1.0 / f64::from(unit.actions);
            learner.strategy[unit.range()].fill(share);
        }
        learner.descend(plex, 0.0);
        learner
    }

    /// What it plays: the last strategy, or the average.
    pub(super) fn answer(&self, last: bool) -> &[f64] {
        match last {
            true => &self.reach,
            false => &self.sums,
        }
    }

    /// Adds the plan that was used to the sums, and makes the plan of the new strategy.
    pub(super) fn descend(&mut self, plex: &Treeplex, weight: f64) {
        self.sums[0] += weight;
        for part in &plex.parts {
            let end = part.sequences.end;
            let (before, reach) = self.reach[..end].split_at_mut(part.sequences.start);
            let mut descent = Descent {
                plex,
                before,
                reach,
                strategy: &self.strategy[part.sequences.clone()],
                sums: &mut self.sums[part.sequences.clone()],
                first: part.sequences.start,
            };
            descent.part(part, weight);
        }
    }
}

/// The way down through a part.
struct Descent<'a> {
    plex: &'a Treeplex,
    /// Reach of the sequences before the part.
    before: &'a [f64],
    reach: &'a mut [f64],
    strategy: &'a [f64],
    sums: &'a mut [f64],
    /// The part's first sequence.
    first: usize,
}

impl Descent<'_> {
    fn part(&mut self, part: &Part, weight: f64) {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has the feature that the function needs.
            unsafe { self.part_avx2(part, weight) };
            return;
        }
        self.part_on_any(part, weight);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn part_avx2(&mut self, part: &Part, weight: f64) {
        self.part_on_any(part, weight);
    }

    #[inline(always)]
    fn part_on_any(&mut self, part: &Part, weight: f64) {
        let mut above = [0.0; crate::tree::UNIT_WIDTH];
        for unit in &self.plex.units[part.units.clone()] {
            let width = usize::from(unit.width);
            let first = unit.first_infoset as usize;
            let above = &mut above[..width];
            for (above, &parent) in above.iter_mut().zip(&self.plex.parents[first..]) {
                let parent = parent as usize;
                *above = match parent.checked_sub(self.first) {
                    Some(inside) => self.reach[inside],
                    None => self.before[parent],
                };
            }
            let range = unit.range();
            let range = range.start - self.first..range.end - self.first;
            let reach = self.reach[range.clone()].chunks_exact_mut(width);
            let strategy = self.strategy[range.clone()].chunks_exact(width);
            let sums = self.sums[range].chunks_exact_mut(width);
            for ((reach, strategy), sums) in reach.zip(strategy).zip(sums) {
                for (((reach, share), sum), above) in
                    reach.iter_mut().zip(strategy).zip(sums).zip(&*above)
                {
                    *sum += weight * *reach;
                    *reach = above * share;
                }
            }
        }
    }
}

/// Regrets and strategy of a stretch of parts, with room for their values.
pub(super) struct Ascent<'a> {
    pub(super) sweep: Sweep<'a>,
    pub(super) constants: &'a Constants,
    pub(super) parts: &'a [Part],
    pub(super) regrets: &'a mut [f64],
    pub(super) strategy: &'a mut [f64],
    pub(super) infosets: InfosetValues<'a>,
    /// The first sequence of `regrets` and `strategy`.
    pub(super) first: usize,
    /// Room for each part.
    pub(super) scratch: &'a mut [Vec<f64>],
}

impl Ascent<'_> {
    /// Sweeps the parts, on the threads of the current rayon pool if there are several.
    pub(super) fn run(mut self, threads: bool) {
        if threads && self.parts.len() > 1 {
            let (one, other) = self.split();
            rayon::join(|| one.run(threads), || other.run(threads));
            return;
        }
        for (part, scratch) in self.parts.iter().zip(&mut *self.scratch).rev() {
            let mut step = Learn {
                constants: self.constants,
                regrets: self.regrets,
                strategy: self.strategy,
                first: self.first,
            };
            self.sweep
                .part(part, &mut self.infosets, scratch, &mut step);
        }
    }

    fn split(&mut self) -> (Ascent<'_>, Ascent<'_>) {
        let (parts, later_parts) = self.parts.split_at(self.parts.len() / 2);
        let cut = &later_parts[0];
        let sequence = cut.sequences.start - self.first;
        let infoset = cut.infosets.start - self.infosets.first;
        let (regrets, later_regrets) = self.regrets.split_at_mut(sequence);
        let (strategy, later_strategy) = self.strategy.split_at_mut(sequence);
        let (values, later_values) = self.infosets.values.split_at_mut(infoset);
        let (scratch, later_scratch) = self.scratch.split_at_mut(parts.len());
        let one = Ascent {
            sweep: self.sweep,
            constants: self.constants,
            parts,
            regrets,
            strategy,
            infosets: InfosetValues {
                values,
                first: self.infosets.first,
            },
            first: self.first,
            scratch,
        };
        let other = Ascent {
            sweep: self.sweep,
            constants: self.constants,
            parts: later_parts,
            regrets: later_regrets,
            strategy: later_strategy,
            infosets: InfosetValues {
                values: later_values,
                first: cut.infosets.start,
            },
            first: cut.sequences.start,
            scratch: later_scratch,
        };
        (one, other)
    }
}

/// Regret matching at every information set.
struct Learn<'a> {
    constants: &'a Constants,
    regrets: &'a mut [f64],
    strategy: &'a mut [f64],
    first: usize,
}

impl Step for Learn<'_> {
    #[inline(always)]
    fn unit(&mut self, unit: &Unit, values: &[f64], out: &mut [f64]) {
        let range = unit.range();
        let range = range.start - self.first..range.end - self.first;
        let width = usize::from(unit.width);
        let (regrets, strategy) = (&mut self.regrets[range.clone()], &mut self.strategy[range]);
        out.fill(0.0);
        let pairs = values.chunks_exact(width).zip(strategy.chunks_exact(width));
        for (values, strategy) in pairs {
            for ((out, value), share) in out.iter_mut().zip(values).zip(strategy) {
                *out += value * share;
            }
        }
        let mut sums = [0.0; crate::tree::UNIT_WIDTH];
        let sums = &mut sums[..width];
        let Constants {
            discounts: [positive, negative],
            floor,
            prediction: [kept, latest],
            ..
        } = *self.constants;
        let actions = values.chunks_exact(width);
        let actions = actions
            .zip(regrets.chunks_exact_mut(width))
            .zip(strategy.chunks_exact_mut(width));
        for ((values, regrets), strategy) in actions {
            let cells = values.iter().zip(regrets).zip(strategy);
            for ((((value, regret), share), sum), out) in cells.zip(&mut *sums).zip(&*out) {
                let gain = value - out;
                let discount = if *regret > 0.0 { positive } else { negative };
                let updated = *regret * discount + gain;
                let updated = if updated > floor { updated } else { floor };
                *regret = updated;
                let hoped = updated * kept + gain * latest;
                let hoped = if hoped > 0.0 { hoped } else { 0.0 };
                *share = hoped;
                *sum += hoped;
            }
        }
        // Uniform where no regret is positive.
        let share = 1.0 / f64::from(unit.actions);
        let mut uniform = [0.0; crate::tree::UNIT_WIDTH];
        let uniform = &mut uniform[..width];
        for (sum, uniform) in sums.iter_mut().zip(&mut *uniform) {
            (*sum, *uniform) = if *sum > 0.0 {
                (1.0 / *sum, 0.0)
            } else {
                (0.0, share)
            };
        }
        for strategy in strategy.chunks_exact_mut(width) {
            for ((share, scale), uniform) in strategy.iter_mut().zip(&*sums).zip(&*uniform) {
                *share = *share * scale + uniform;
            }
        }
    }
}
