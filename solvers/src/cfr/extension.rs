//! The parts of a rule that few presets have: a boost, a power, and discounts that depend on the volatility
//! at an information set.

use std::ops::{Add, Div, Mul, Sub};

use super::Preset;
use super::regrets::{Discount, Volatility};

/// A floating-point number.
pub(crate) trait Real:
    Copy + Default + PartialOrd + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    const ONE: Self;
    fn exp(self) -> Self;
    fn sqrt(self) -> Self;
    fn powf(self, exponent: Self) -> Self;
}

macro_rules! real {
    ($number:ident) => {
        impl Real for $number {
            const ONE: $number = 1.0;

            #[inline(always)]
            fn exp(self) -> $number {
                $number::exp(self)
            }

            #[inline(always)]
            fn sqrt(self) -> $number {
                $number::sqrt(self)
            }

            #[inline(always)]
            fn powf(self, exponent: $number) -> $number {
                $number::powf(self, exponent)
            }
        }
    };
}

real!(f32);
real!(f64);

/// The extension of a rule in one iteration.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extension<F> {
    /// The factor of positive gains.
    boost: F,
    power: Power<F>,
    /// The rule where there is no volatility.
    pub(super) steady: Local<F>,
    sensing: Option<Sensing<F>>,
}

/// The rule at one information set.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Local<F> {
    /// The factors of positive and of other regrets, before gains are added.
    pub(super) discounts: [F; 2],
    /// Those of the updated regrets, in the next strategy.
    pub(super) kept: [F; 2],
    /// The weight of gains there.
    pub(super) latest: F,
}

/// The exponent of positive regrets.
#[derive(Clone, Copy, Debug)]
enum Power<F> {
    One,
    /// 3/2: a number times its root, which is far quicker than a power.
    ThreeHalves,
    Other(F),
}

/// The effect of volatility in one iteration.
#[derive(Clone, Copy, Debug)]
struct Sensing<F> {
    /// The reciprocal of the scale.
    rate: F,
    /// The weights of the average so far and of the latest gain.
    weights: [F; 2],
    sensitivity: F,
    /// The logarithms of the iterations from which `discounts` and `kept` are made.
    logarithms: [F; 2],
    /// t^-a of these iterations t, for positive and for other regrets: 0 without discount, and infinite
    /// for what is dropped. The factor is 1 / (1 + t^-a).
    odds: [[F; 2]; 2],
    /// True if both are the same iteration.
    same: bool,
}

impl<F: Real> Local<F> {
    #[inline(always)]
    pub(super) fn discount(&self, regret: F) -> F {
        let [positive, negative] = self.discounts;
        if regret > F::default() { positive } else { negative }
    }

    #[inline(always)]
    pub(super) fn kept(&self, regret: F) -> F {
        let [positive, negative] = self.kept;
        if regret > F::default() { positive } else { negative }
    }
}

impl<F: Real> Extension<F> {
    /// Counts the greatest absolute gain of an information set into the moving average there, and returns
    /// the rule there. `average` is `None` for a preset without volatility.
    #[inline(always)]
    pub(crate) fn sense(&self, average: Option<&mut F>, largest: F) -> Local<F> {
        let (Some(sensing), Some(average)) = (&self.sensing, average) else {
            return self.steady;
        };
        let [before, latest] = sensing.weights;
        *average = *average * before + largest * latest;
        let volatility = *average * sensing.rate;
        let volatility = if volatility < F::ONE { volatility } else { F::ONE };
        let lowered = sensing.sensitivity * volatility;
        let factors = |[positive, negative]: [F; 2], logarithm: F| {
            let growth = (lowered * logarithm).exp();
            [positive, negative].map(|odds| F::ONE / (F::ONE + odds * growth))
        };
        let kept = factors(sensing.odds[1], sensing.logarithms[1]);
        Local {
            // A power takes longer than all the rest.
            discounts: if sensing.same { kept } else { factors(sensing.odds[0], sensing.logarithms[0]) },
            kept,
            latest: self.steady.latest * (F::ONE - lowered),
        }
    }

    #[inline(always)]
    pub(super) fn boosted(&self, gain: F) -> F {
        if gain > F::default() { gain * self.boost } else { gain }
    }

    #[inline(always)]
    pub(super) fn raised(&self, number: F) -> F {
        self.power.of(number)
    }
}

impl Extension<f64> {
    /// The extension of a preset in `iteration`; `None` if it has none.
    pub(super) fn of(preset: &Preset, iteration: u64, planned: u64, steady: Local<f64>) -> Option<Extension<f64>> {
        let regrets = &preset.regrets;
        let predicts_below_zero = steady.latest != 0.0 && regrets.floor < 0.0;
        let plain = regrets.boost == 1.0 && preset.power == 1.0 && regrets.volatility.is_none();
        if plain && !predicts_below_zero {
            return None;
        }
        Some(Extension {
            boost: regrets.boost,
            power: Power::with(preset.power),
            steady,
            sensing: regrets.volatility.map(|volatility| {
                let iterations = [(iteration - 1 + regrets.lead).max(1), iteration];
                let discounts = [regrets.positive, regrets.negative];
                Sensing::of(volatility, iterations, discounts, planned)
            }),
        })
    }

    pub(super) fn single(&self) -> Extension<f32> {
        Extension {
            boost: self.boost as f32,
            power: match self.power {
                Power::One => Power::One,
                Power::ThreeHalves => Power::ThreeHalves,
                Power::Other(exponent) => Power::Other(exponent as f32),
            },
            steady: Local {
                discounts: self.steady.discounts.map(|factor| factor as f32),
                kept: self.steady.kept.map(|factor| factor as f32),
                latest: self.steady.latest as f32,
            },
            sensing: self.sensing.map(|sensing| Sensing {
                rate: sensing.rate as f32,
                weights: sensing.weights.map(|weight| weight as f32),
                sensitivity: sensing.sensitivity as f32,
                logarithms: sensing.logarithms.map(|logarithm| logarithm as f32),
                odds: sensing.odds.map(|odds| odds.map(|odds| odds as f32)),
                same: sensing.same,
            }),
        }
    }
}

/// The power of a positive number; another stays as it is.
pub(crate) fn raised(number: f64, exponent: f64) -> f64 {
    Power::with(exponent).of(number)
}

impl<F: Real> Power<F> {
    #[inline(always)]
    fn of(self, number: F) -> F {
        let positive = number > F::default();
        match self {
            Power::Other(exponent) if positive => number.powf(exponent),
            Power::ThreeHalves if positive => number * number.sqrt(),
            _ => number,
        }
    }
}

impl Power<f64> {
    fn with(exponent: f64) -> Power<f64> {
        match exponent {
            1.0 => Power::One,
            1.5 => Power::ThreeHalves,
            other => Power::Other(other),
        }
    }
}

impl Sensing<f64> {
    /// The effect in the last of two iterations, the first of which discounts regrets so far.
    fn of(volatility: Volatility, iterations: [u64; 2], discounts: [Discount; 2], planned: u64) -> Sensing<f64> {
        let odds = |discount: Discount, iteration: u64| match discount {
            Discount::Kept => 0.0,
            Discount::Dropped => f64::INFINITY,
            Discount::Exponent(exponent) => (iteration as f64).powf(-exponent.at(iteration, planned)),
        };
        Sensing {
            rate: volatility.scale.recip(),
            weights: match iterations[1] {
                1 => [0.0, 1.0],
                _ => [1.0 - volatility.latest, volatility.latest],
            },
            sensitivity: volatility.sensitivity,
            logarithms: iterations.map(|iteration| (iteration as f64).ln()),
            odds: iterations.map(|iteration| discounts.map(|discount| odds(discount, iteration))),
            same: iterations[0] == iterations[1],
        }
    }
}
