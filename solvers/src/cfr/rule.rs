//! What an iteration of a preset does to one regret, and how much it counts: the same for every
//! engine, whatever numbers it stores.

use num_traits::Float;

use super::{Averaging, Preset};

/// What a preset does to regrets in one iteration.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rule<F> {
    /// What positive and negative regrets are multiplied by before new ones are added.
    pub(super) discounts: [F; 2],
    /// The least regret kept.
    floor: F,
    /// What regrets are multiplied by, and how many times the latest ones are added to them, for
    /// the next strategy.
    prediction: [F; 2],
}

impl<F: Float> Rule<F> {
    /// Adds `gain` to `regret`; returns what the next strategy is made of, in proportion to its
    /// positive part.
    #[inline(always)]
    pub(crate) fn learn(&self, regret: &mut F, gain: F) -> F {
        let [positive, negative] = self.discounts;
        let discount = if *regret > F::zero() {
            positive
        } else {
            negative
        };
        let updated = *regret * discount + gain;
        let updated = if updated > self.floor {
            updated
        } else {
            self.floor
        };
        *regret = updated;
        let [kept, latest] = self.prediction;
        updated * kept + gain * latest
    }
}

impl Rule<f64> {
    /// The same in single precision.
    pub(crate) fn single(&self) -> Rule<f32> {
        Rule {
            discounts: self.discounts.map(|factor| factor as f32),
            floor: self.floor as f32,
            prediction: self.prediction.map(|factor| factor as f32),
        }
    }
}

/// The iterations of a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    /// The variant.
    pub(crate) preset: Preset,
    /// The iteration that schedules take for the last.
    pub(crate) planned: u64,
    /// Those begun.
    pub(crate) iterations: u64,
    weight: f64,
    /// Sums are brought back to small numbers when the weights have grown to this.
    largest_weight: f64,
}

/// One of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Iteration {
    pub(crate) rule: Rule<f64>,
    /// How much the strategy used in it counts in the average.
    pub(crate) weight: f64,
    /// What the sums so far must be divided by first, if by anything.
    pub(crate) shrink: Option<f64>,
}

impl Clock {
    pub(crate) fn new(preset: Preset, planned: u64, largest_weight: f64) -> Clock {
        Clock {
            preset,
            planned,
            iterations: 0,
            weight: 1.0,
            largest_weight,
        }
    }

    /// Goes on as if so many iterations had been done, the last of which weighs 1.
    pub(crate) fn begin_after(&mut self, iterations: u64) {
        self.iterations = iterations;
        self.weight = 1.0;
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
                prediction: match self.preset.predictive {
                    true => [kept, 1.0],
                    false => [1.0, 0.0],
                },
            },
            weight: self.weight,
            shrink,
        }
    }

    /// Whether the answer is the last strategy and not an average: always before the first
    /// iteration.
    pub(crate) fn answers_with_last(&self) -> bool {
        self.preset.averaging == Averaging::LastIterate || self.iterations == 0
    }
}
