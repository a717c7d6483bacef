//! The factors of an iteration, from a preset.

use cardsharp_solvers::cfr::{Averaging, Discount as Discounting, Preset, Regrets, Schedule as Exponents};

use crate::arguments::Discount;

/// The exponents of a preset that do not change on the way. No exponent is no discount.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Schedule {
    positive: Option<f64>,
    /// `None` if there is none, `Some(None)` if negative regrets are dropped.
    negative: Option<Option<f64>>,
    averaging: f64,
}

fn constant(exponents: Exponents) -> Option<f64> {
    match exponents {
        Exponents::Constant(exponent) => Some(exponent),
        Exponents::Linear { .. } | Exponents::Hyperbolic { .. } => None,
    }
}

impl Schedule {
    /// `None` if the kernels cannot follow the preset.
    pub(crate) fn of(preset: &Preset) -> Option<Schedule> {
        let Averaging::Power(averaging) = preset.averaging else {
            return None;
        };
        let Regrets { positive, negative, .. } = preset.regrets;
        let plain = [Regrets::PLAIN, Regrets::FLOORED].map(|regrets| Regrets { positive, negative, ..regrets });
        // Only regrets that are dropped have a floor.
        let known = Preset {
            regrets: plain[usize::from(negative == Discounting::Dropped)],
            averaging: preset.averaging,
            name: preset.name,
            summary: preset.summary,
            ..Preset::CFR
        };
        if *preset != known {
            return None;
        }
        let positive = match positive {
            Discounting::Kept => None,
            Discounting::Exponent(exponent) => Some(constant(exponent)?),
            Discounting::Dropped => return None,
        };
        let negative = match negative {
            Discounting::Kept => None,
            Discounting::Exponent(exponent) => Some(Some(constant(exponent)?)),
            Discounting::Dropped => Some(None),
        };
        Some(Schedule { positive, negative, averaging: constant(averaging)? })
    }

    /// The weight of iteration `t` in averages.
    pub(crate) fn weight(&self, t: u64) -> f64 {
        (t as f64).powf(self.averaging)
    }

    /// The factors of iteration `t`, the first of which is 1; `weights` is the sum of the weights up to it. Regrets of
    /// before are discounted by t - 1, as [`RangeCfr`](cardsharp_solvers::range::RangeCfr) does.
    pub(crate) fn at(&self, t: u64, weights: f64) -> Discount {
        let factor = |exponent: f64| {
            let power = ((t - 1) as f64).powf(exponent);
            (power / (power + 1.0)) as f32
        };
        Discount {
            positive: self.positive.map_or(1.0, factor),
            negative: self.negative.map_or(1.0, |exponent| exponent.map_or(0.0, factor)),
            share: (self.weight(t) / weights) as f32,
        }
    }
}
