//! The update of one player: counterfactual values bottom-up, then the new strategy top-down.

use std::sync::{Mutex, PoisonError};

use super::Preset;
use super::extension::{Extension, Local};
use super::learner::Learner;
use super::rule::Rule;
use super::tree_rule::{TreeRule, mixing_at};
use crate::fork_join::ForkJoin;
use crate::tree::{InfosetValues, PARTS, Part, Step, Sweep, Treeplex, UNIT_WIDTH, Unit};

impl Learner {
    pub(super) fn new(plex: &Treeplex, preset: &Preset) -> Learner {
        let mut learner = Learner::uniform(plex, preset);
        ForkJoin::with(0, |alone| learner.descend(plex, 0.0, alone));
        learner
    }

    /// Adds the latest plan to the sums, and computes the plan of the new strategy.
    pub(super) fn descend(&mut self, plex: &Treeplex, weight: f64, team: &ForkJoin) {
        self.sums[0] += weight;
        let Some((root, parts)) = plex.parts.split_first() else {
            return;
        };
        let begin = root.sequences.end;
        let (root_reach, reach) = self.reach.split_at_mut(begin);
        let (root_sums, sums) = self.sums.split_at_mut(begin);
        let first = root.sequences.start;
        let (before, within) = root_reach.split_at_mut(first);
        let mut descent = Descent {
            plex,
            part: root,
            before,
            reach: within,
            strategy: &self.strategy[root.sequences.clone()],
            sums: &mut root_sums[first..],
        };
        descent.run(weight);
        let ranges = parts.iter().map(|part| part.sequences.len());
        let reach = cut(reach, ranges.clone());
        let sums = cut(sums, ranges);
        let descents = parts.iter().zip(reach).zip(sums);
        let descents = descents.map(|((part, reach), sums)| Descent {
            plex,
            part,
            before: root_reach,
            reach,
            strategy: &self.strategy[part.sequences.clone()],
            sums,
        });
        for_each(team, descents, |descent| descent.run(weight));
    }

    /// Updates the regrets and the strategy by `sweep`, and writes the values to `values`. The
    /// parts come first, then part 0, which is before them. Each part has its own `scratch`.
    pub(super) fn ascend(
        &mut self,
        sweep: Sweep<'_>,
        rule: &Rule<f64>,
        values: &mut [f64],
        scratch: &mut [Vec<f64>],
        team: &ForkJoin,
    ) {
        let parts = &sweep.plex.parts;
        let (Some((root, parts)), Some((root_scratch, scratch))) = (parts.split_first(), scratch.split_first_mut())
        else {
            return;
        };
        let (sequences, infosets) = (root.sequences.end, root.infosets.end);
        let ranges = parts.iter().map(|part| part.sequences.len());
        let regrets = cut(&mut self.regrets[sequences..], ranges.clone());
        let strategy = cut(&mut self.strategy[sequences..], ranges);
        let remembers = usize::from(!self.latest.is_empty());
        let (root_latest, latest) = self.latest.split_at_mut(remembers * sequences);
        let latest = cut(latest, parts.iter().map(|part| remembers * part.sequences.len()));
        let cells = regrets.zip(strategy).zip(latest);
        let plans = [&self.reach[..], &self.sums[..]];
        let ranges = parts.iter().map(|part| part.infosets.len());
        let values_of_parts = cut(&mut values[infosets..], ranges.clone());
        let observed = self.volatility.len() / sweep.plex.keys.len().max(1);
        let ranges = ranges.map(|length| observed * length);
        let (root_volatility, volatility) = self.volatility.split_at_mut(observed * infosets);
        let room = values_of_parts.zip(cut(volatility, ranges)).zip(scratch);
        let ascents = parts.iter().zip(cells).zip(room);
        let ascents = ascents.map(|((part, ((regrets, strategy), latest)), ((values, volatility), scratch))| Ascent {
            part,
            infosets: InfosetValues { values, first: part.infosets.start },
            scratch,
            step: Learn {
                rule,
                regrets,
                strategy,
                volatility,
                latest,
                plans,
                first: part.sequences.start,
                first_infoset: part.infosets.start,
            },
        });
        for_each(team, ascents, |ascent| ascent.run(sweep));
        let mut ascent = Ascent {
            part: root,
            infosets: InfosetValues { values, first: 0 },
            scratch: root_scratch,
            step: Learn {
                rule,
                regrets: &mut self.regrets,
                strategy: &mut self.strategy,
                volatility: root_volatility,
                latest: root_latest,
                plans,
                first: 0,
                first_infoset: 0,
            },
        };
        ascent.run(sweep);
    }
}

/// Does the work of every task once, with the members of a team at the same time. No member ever waits
/// for a lock: the locks only show that no two members take the same task. The array needs no
/// allocation, which would take as long as an iteration of a small game.
fn for_each<T: Send>(team: &ForkJoin, mut tasks: impl ExactSizeIterator<Item = T>, work: impl Fn(&mut T) + Sync) {
    let count = tasks.len();
    // A small game is not cut.
    if count == 0 {
        return;
    }
    let tasks: [Option<Mutex<T>>; PARTS] = std::array::from_fn(|_| tasks.next().map(Mutex::new));
    team.for_each(count, &|task| {
        if let Some(task) = &tasks[task] {
            work(&mut task.lock().unwrap_or_else(PoisonError::into_inner));
        }
    });
}

/// Cuts a slice into consecutive stretches.
fn cut(
    mut slice: &mut [f64],
    lengths: impl ExactSizeIterator<Item = usize>,
) -> impl ExactSizeIterator<Item = &mut [f64]> {
    lengths.map(move |length| {
        let (stretch, rest) = std::mem::take(&mut slice).split_at_mut(length);
        slice = rest;
        stretch
    })
}

/// The top-down pass through a part.
struct Descent<'a> {
    plex: &'a Treeplex,
    part: &'a Part,
    /// The reach of the sequences before the part.
    before: &'a [f64],
    reach: &'a mut [f64],
    strategy: &'a [f64],
    sums: &'a mut [f64],
}

impl Descent<'_> {
    fn run(&mut self, weight: f64) {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has the feature that the function needs.
            unsafe { self.run_avx2(weight) };
            return;
        }
        self.run_on_any(weight);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn run_avx2(&mut self, weight: f64) {
        self.run_on_any(weight);
    }

    #[inline(always)]
    fn run_on_any(&mut self, weight: f64) {
        let plex = self.plex;
        let mut above = [0.0; UNIT_WIDTH];
        for unit in &plex.units[self.part.units.clone()] {
            self.unit(unit, weight, &mut above);
        }
    }

    #[inline(always)]
    fn unit(&mut self, unit: &Unit, weight: f64, above: &mut [f64; UNIT_WIDTH]) {
        let first_sequence = self.part.sequences.start;
        let width = usize::from(unit.width);
        let first = unit.first_infoset as usize;
        let above = &mut above[..width];
        for (above, &parent) in above.iter_mut().zip(&self.plex.parents[first..]) {
            let parent = parent as usize;
            *above = match parent.checked_sub(first_sequence) {
                Some(inside) => self.reach[inside],
                None => self.before[parent],
            };
        }
        let range = unit.range();
        let range = range.start - first_sequence..range.end - first_sequence;
        let reach = self.reach[range.clone()].chunks_exact_mut(width);
        let strategy = self.strategy[range.clone()].chunks_exact(width);
        let sums = self.sums[range].chunks_exact_mut(width);
        for ((reach, strategy), sums) in reach.zip(strategy).zip(sums) {
            for (((reach, share), sum), above) in reach.iter_mut().zip(strategy).zip(sums).zip(&*above) {
                *sum += weight * *reach;
                *reach = above * share;
            }
        }
    }
}

/// The bottom-up pass through a part.
struct Ascent<'a> {
    part: &'a Part,
    infosets: InfosetValues<'a>,
    scratch: &'a mut [f64],
    step: Learn<'a>,
}

impl Ascent<'_> {
    fn run(&mut self, sweep: Sweep<'_>) {
        let (infosets, scratch) = (&mut self.infosets, &mut *self.scratch);
        sweep.part(self.part, infosets, scratch, &mut self.step);
    }
}

/// Regret matching at every information set.
struct Learn<'a> {
    rule: &'a Rule<f64>,
    regrets: &'a mut [f64],
    strategy: &'a mut [f64],
    /// The moving averages or sums of information sets, if the rule needs them.
    volatility: &'a mut [f64],
    /// The latest gains, if the rule needs them.
    latest: &'a mut [f64],
    /// The realization plan of the whole strategy, and the reference of a reward transformation.
    plans: [&'a [f64]; 2],
    first: usize,
    first_infoset: usize,
}

impl Step for Learn<'_> {
    #[inline(always)]
    fn unit(&mut self, unit: &Unit, values: &mut [f64], out: &mut [f64]) {
        let range = unit.range();
        let range = range.start - self.first..range.end - self.first;
        let width = usize::from(unit.width);
        if let Some(tree_rule) = self.rule.tree_rule {
            return self.unit_by(tree_rule, unit, values, out);
        }
        let (regrets, strategy) = (&mut self.regrets[range.clone()], &mut self.strategy[range]);
        expect(values, strategy, out);
        let mut sums = [0.0; UNIT_WIDTH];
        let sums = &mut sums[..width];
        // A local copy need not be read again after every write.
        let rule = *self.rule;
        if let Some(extension) = &rule.extension {
            let first = unit.first_infoset as usize - self.first_infoset;
            let volatility = self.volatility.get_mut(first..first + width).unwrap_or_default();
            let rules = rules_of(extension, volatility, values, out);
            learn(regrets, strategy, values, out, sums, |row, regret, gain| {
                rule.learn_by(extension, &rules[row], regret, gain)
            });
        } else {
            learn(regrets, strategy, values, out, sums, |_, regret, gain| rule.learn(regret, gain));
        }
        normalize(strategy, sums, 1.0 / f64::from(unit.actions));
    }
}

impl Learn<'_> {
    /// Does the work of a unit by a rule of compiled games.
    fn unit_by(&mut self, tree_rule: TreeRule, unit: &Unit, values: &mut [f64], out: &mut [f64]) {
        let (width, actions) = (usize::from(unit.width), f64::from(unit.actions));
        let range = unit.range().start - self.first..unit.range().end - self.first;
        let (regrets, strategy) = (&mut self.regrets[range.clone()], &mut self.strategy[range.clone()]);
        let (rule, mut sums) = (*self.rule, [0.0; UNIT_WIDTH]);
        let sums = &mut sums[..width];
        match tree_rule {
            TreeRule::Asymmetry { most } => {
                expect(values, strategy, out);
                let first = 2 * (unit.first_infoset as usize - self.first_infoset);
                let squares = &mut self.volatility[first..first + 2 * width];
                let latest = &mut self.latest[range];
                learn_asymmetrically(&rule, most, [regrets, strategy, latest, squares], values, out, sums);
                normalize(strategy, sums, 1.0 / actions);
            }
            TreeRule::RewardTransformation { weight, mixing, period } => {
                let [plan, reference] = self.plans.map(|plan| &plan[unit.range()]);
                for ((value, reach), reference) in values.iter_mut().zip(plan).zip(reference) {
                    *value -= weight * (reach - reference);
                }
                expect(values, strategy, out);
                // Regrets are those of the strategy before it was mixed with the uniform one.
                let [before, now] = [rule.iteration - 1, rule.iteration].map(|t| mixing_at(t, mixing, period));
                let mut means = [0.0; UNIT_WIDTH];
                for (row, (mean, out)) in means.iter_mut().zip(&*out).enumerate() {
                    let sum: f64 = values[row..].iter().step_by(width).sum();
                    *mean = (out - before * sum) / (1.0 - before * actions);
                }
                learn(regrets, strategy, values, &means[..width], sums, |_, regret, gain| rule.learn(regret, gain));
                normalize(strategy, sums, 1.0 / actions);
                strategy.iter_mut().for_each(|share| *share = *share * (1.0 - now * actions) + now);
            }
        }
    }
}

/// Learns from the gain of each sequence of a unit, and writes the shares of the next strategy and their sums. The last
/// array has for each information set the sum of the squares of the prediction's errors, and then that of changes of
/// regrets.
fn learn_asymmetrically(
    rule: &Rule<f64>,
    most: f64,
    [regrets, shares, latest, squares]: [&mut [f64]; 4],
    values: &[f64],
    out: &[f64],
    sums: &mut [f64],
) {
    let width = out.len();
    let (errors, changes) = squares.split_at_mut(width);
    for (cell, value) in values.iter().enumerate() {
        let (row, before) = (cell % width, regrets[cell]);
        let gain = value - out[row];
        rule.learn(&mut regrets[cell], gain);
        errors[row] += (gain - latest[cell]).powi(2);
        changes[row] += (regrets[cell] - before).powi(2);
        latest[cell] = gain;
    }
    let [kept, weight] = rule.prediction;
    for (cell, share) in shares.iter_mut().enumerate() {
        let row = cell % width;
        let alpha = (errors[row] / changes[row]).sqrt().min(most);
        *share = (regrets[cell] * kept + latest[cell] * weight / (1.0 + alpha)).max(0.0);
        sums[row] += *share;
    }
}

/// Learns from the gain of each sequence of a unit by `rule`, which gets the row of its information set.
/// Writes the shares of the next strategy and their sums.
#[inline(always)]
fn learn(
    regrets: &mut [f64],
    strategy: &mut [f64],
    values: &[f64],
    out: &[f64],
    sums: &mut [f64],
    rule: impl Fn(usize, &mut f64, f64) -> f64,
) {
    let width = out.len();
    let actions = values.chunks_exact(width);
    let actions = actions.zip(regrets.chunks_exact_mut(width)).zip(strategy.chunks_exact_mut(width));
    for ((values, regrets), strategy) in actions {
        let cells = values.iter().zip(regrets).zip(strategy);
        let cells = cells.zip(&mut *sums).zip(out).enumerate();
        for (row, ((((value, regret), share), sum), out)) in cells {
            let predicted = rule(row, regret, value - out);
            let predicted = if predicted > 0.0 { predicted } else { 0.0 };
            *share = predicted;
            *sum += predicted;
        }
    }
}

/// Turns shares into probabilities. Play is uniform where no regret is positive.
#[inline(always)]
pub(super) fn normalize(strategy: &mut [f64], sums: &mut [f64], share: f64) {
    let width = sums.len();
    let mut uniform = [0.0; UNIT_WIDTH];
    let uniform = &mut uniform[..width];
    for (sum, uniform) in sums.iter_mut().zip(&mut *uniform) {
        (*sum, *uniform) = if *sum > 0.0 { (1.0 / *sum, 0.0) } else { (0.0, share) };
    }
    for strategy in strategy.chunks_exact_mut(width) {
        for ((share, scale), uniform) in strategy.iter_mut().zip(&*sums).zip(&*uniform) {
            *share = *share * scale + uniform;
        }
    }
}

/// The rule of each information set of a unit, from the greatest gain there.
#[inline(always)]
fn rules_of(
    extension: &Extension<f64>,
    volatility: &mut [f64],
    values: &[f64],
    out: &[f64],
) -> [Local<f64>; UNIT_WIDTH] {
    let mut largest = [0.0; UNIT_WIDTH];
    for values in values.chunks_exact(out.len()) {
        for ((largest, value), out) in largest.iter_mut().zip(values).zip(out) {
            *largest = (value - out).abs().max(*largest);
        }
    }
    let mut rules = [Local::default(); UNIT_WIDTH];
    let mut volatility = volatility.iter_mut();
    for (rule, largest) in rules.iter_mut().zip(&largest[..out.len()]) {
        *rule = extension.sense(volatility.next(), *largest);
    }
    rules
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
