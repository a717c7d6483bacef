//! The update of one regret in an iteration of a preset, and the weight of the iteration. It is the
//! same for every engine and number type.

use super::Preset;
use super::TreeRule;
use super::extension::{Extension, Local, Real};
use crate::until::Until;

/// The iteration at which schedules end if no other is given.
const PLANNED: u64 = 1000;

/// The regret update of a preset in one iteration.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rule<F> {
    /// The factors of positive and of negative regrets, applied before new regrets are added.
    pub(super) discounts: [F; 2],
    /// The least regret that is kept.
    floor: F,
    /// The next strategy is made of the regrets times the first number plus the latest ones times the second.
    pub(super) prediction: [F; 2],
    /// The operations of few presets. [`Rule::learn`] is without it, so that the others do not pay for it.
    pub(crate) extension: Option<Extension<F>>,
    /// That of compiled games.
    pub(super) tree_rule: Option<TreeRule>,
    /// The number of the iteration.
    pub(super) iteration: u64,
}

impl<F: Real> Rule<F> {
    /// Adds `gain` to `regret`. Returns the number to whose positive part the next strategy is proportional.
    #[inline(always)]
    pub(crate) fn learn(&self, regret: &mut F, gain: F) -> F {
        let [positive, negative] = self.discounts;
        let discount = if *regret > F::default() { positive } else { negative };
        let updated = *regret * discount + gain;
        let updated = if updated > self.floor { updated } else { self.floor };
        *regret = updated;
        let [kept, latest] = self.prediction;
        updated * kept + gain * latest
    }

    /// Does the same with the extension, by what `local` says of the information set.
    #[inline(always)]
    pub(crate) fn learn_by(&self, extension: &Extension<F>, local: &Local<F>, regret: &mut F, gain: F) -> F {
        let gain = extension.boosted(gain);
        let updated = *regret * local.discount(*regret) + gain;
        let updated = if updated > self.floor { updated } else { self.floor };
        *regret = updated;
        extension.raised(updated * local.kept(updated) + gain * local.latest)
    }

    /// Does the same for a regret without an information set of its own.
    pub(crate) fn learn_alone(&self, regret: &mut F, gain: F) -> F {
        match &self.extension {
            None => self.learn(regret, gain),
            Some(extension) => self.learn_by(extension, &extension.steady, regret, gain),
        }
    }
}

impl Rule<f64> {
    /// The same rule without its extension, which suits regrets of iterations that were not played.
    pub(crate) fn without_extension(self) -> Rule<f64> {
        Rule { extension: None, ..self }
    }

    /// The same rule in single precision.
    pub(crate) fn single(&self) -> Rule<f32> {
        Rule {
            discounts: self.discounts.map(|factor| factor as f32),
            floor: self.floor as f32,
            prediction: self.prediction.map(|factor| factor as f32),
            extension: self.extension.map(|extension| extension.single()),
            tree_rule: self.tree_rule,
            iteration: self.iteration,
        }
    }
}

/// The count and weights of the iterations of a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    /// The variant.
    pub(crate) preset: Preset,
    /// The iteration at which schedules end.
    pub(crate) planned: u64,
    /// True if the caller gave it.
    is_planned: bool,
    /// The number of iterations begun.
    pub(crate) iterations: u64,
    weight: f64,
    /// The sums are divided by the weight once it is greater than this.
    largest_weight: f64,
}

/// One iteration.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Iteration {
    pub(crate) rule: Rule<f64>,
    /// The weight of its strategy in the average.
    pub(crate) weight: f64,
    /// The number by which the sums so far must be divided first, if any.
    pub(crate) shrink: Option<f64>,
}

impl Clock {
    pub(crate) fn new(preset: Preset, planned: Option<u64>, largest_weight: f64) -> Clock {
        Clock {
            preset,
            planned: planned.unwrap_or(PLANNED),
            is_planned: planned.is_some(),
            iterations: 0,
            weight: 1.0,
            largest_weight,
        }
    }

    /// Lets schedules end after `iterations`.
    pub(crate) fn plan(&mut self, iterations: u64) {
        (self.planned, self.is_planned) = (iterations, true);
    }

    /// Lets schedules end with a first run, if no other end was given.
    pub(crate) fn plan_for(&mut self, until: &Until<'_>) {
        let most = until.limits(0).iterations;
        if let (Some(most), 0, false) = (most, self.iterations, self.is_planned) {
            self.planned = most;
        }
    }

    /// Continues as if this many iterations had been done, with a weight of 1 for the last one.
    pub(crate) fn begin_after(&mut self, iterations: u64) {
        self.iterations = iterations;
        self.weight = 1.0;
    }

    /// The weight of the latest iteration.
    pub(crate) fn weight(&self) -> f64 {
        self.weight
    }

    /// Continues after `iterations` iterations, of which the last one had the weight `weight`.
    pub(crate) fn resume(&mut self, iterations: u64, weight: f64) {
        self.iterations = iterations;
        self.weight = weight;
    }

    /// Begins the next iteration.
    pub(crate) fn tick(&mut self) -> Iteration {
        let before = self.iterations;
        self.iterations += 1;
        if let (Some(exponent), 1..) = (self.preset.averaging.exponent(), before) {
            let exponent = exponent.at(self.iterations, self.planned);
            self.weight *= (self.iterations as f64 / before as f64).powf(exponent);
        }
        let shrink = (self.weight > self.largest_weight).then_some(self.weight);
        if shrink.is_some() {
            self.weight = 1.0;
        }
        Iteration { rule: self.rule(before), weight: if self.has_average() { self.weight } else { 0.0 }, shrink }
    }

    /// The rule of the iteration after `before`.
    fn rule(&self, before: u64) -> Rule<f64> {
        let regrets = &self.preset.regrets;
        let discounts = regrets.factors_after(before, self.planned);
        let kept = regrets.factors(before + 1, self.planned);
        let latest = self.preset.prediction.at(before + 1, self.planned);
        let kept = if latest == 0.0 { [1.0, 1.0] } else { kept };
        let steady = Local { discounts, kept, latest };
        Rule {
            discounts,
            floor: regrets.floor,
            prediction: [kept[0], latest],
            extension: Extension::of(&self.preset, before + 1, self.planned, steady),
            tree_rule: self.preset.tree_rule,
            iteration: before + 1,
        }
    }

    /// True if an iteration has had a weight in the average.
    fn has_average(&self) -> bool {
        self.iterations > self.preset.averaging.skipped()
    }

    /// True if the answer is the last strategy and not an average. Before the first iteration it always is.
    pub(crate) fn answers_with_last(&self) -> bool {
        !self.has_average()
    }
}
