//! The update of one regret in an iteration of a preset, and the weight of the iteration. It is the
//! same for every engine and number type.

use std::ops::{Add, Mul};

use super::{Averaging, Preset};
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
    /// The next strategy is made of the regrets times the first number plus the latest ones times
    /// the second.
    prediction: [F; 2],
}

impl<F: Copy + Default + PartialOrd + Add<Output = F> + Mul<Output = F>> Rule<F> {
    /// Adds `gain` to `regret`. Returns the number to whose positive part the next strategy is
    /// proportional.
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
}

impl Rule<f64> {
    /// The same rule in single precision.
    pub(crate) fn single(&self) -> Rule<f32> {
        Rule {
            discounts: self.discounts.map(|factor| factor as f32),
            floor: self.floor as f32,
            prediction: self.prediction.map(|factor| factor as f32),
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
        let regrets = self.preset.regrets;
        if let (Averaging::Power(exponent), 1..) = (self.preset.averaging, before) {
            let exponent = exponent.at(self.iterations, self.planned);
            self.weight *= (self.iterations as f64 / before as f64).powf(exponent);
        }
        let shrink = (self.weight > self.largest_weight).then_some(self.weight);
        if shrink.is_some() {
            self.weight = 1.0;
        }
        let kept = regrets.factors(self.iterations, self.planned)[0];
        Iteration {
            rule: Rule {
                discounts: match before {
                    0 => [1.0, 1.0],
                    _ => regrets.factors(before, self.planned),
                },
                floor: regrets.floor(),
                prediction: if self.preset.predictive {
                    [kept, 1.0]
                } else {
                    [1.0, 0.0]
                },
            },
            weight: self.weight,
            shrink,
        }
    }

    /// True if the answer is the last strategy and not an average. Before the first iteration it
    /// always is.
    pub(crate) fn answers_with_last(&self) -> bool {
        self.preset.averaging == Averaging::LastIterate || self.iterations == 0
    }
}
