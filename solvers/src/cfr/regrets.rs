//! The treatment of regrets from one iteration to the next.

use super::schedule::Schedule;

/// The treatment of regrets. Those so far are discounted, those of the iteration are added, and the sum is
/// raised to the floor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Regrets {
    /// The discount of positive regrets (its exponent: alpha).
    pub positive: Discount,
    /// The discount of the others (beta).
    pub negative: Discount,
    /// The least regret that is kept: 0 for regret matching+.
    pub floor: f64,
    /// The factor of an iteration's positive regrets, before they are added.
    pub boost: f64,
    /// The discount before the regrets of iteration t are added is that of t - 1, plus this number.
    pub lead: u64,
    /// The change of discounts and of the prediction where regrets are large.
    pub volatility: Option<Volatility>,
}

/// The factor of a regret so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Discount {
    /// No discount: 1.
    Kept,
    /// t^a / (t^a + 1) with this exponent.
    Exponent(Schedule),
    /// 0.
    Dropped,
}

/// A measure of the regrets at an information set: the exponentially weighted moving average of the
/// greatest absolute regret of an iteration, as a part of a scale, and at most 1. Regrets here are
/// counterfactual: weighted by the reach of the others and of chance. In a
/// [`RangeCfr`](crate::range::RangeCfr) the chance of the own hand is left out, so that they are larger there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Volatility {
    /// The average that is a volatility of 1, in the unit of utilities.
    pub scale: f64,
    /// The weight of the latest iteration in the moving average.
    pub latest: f64,
    /// The exponents of discounts are lowered by this number times the volatility, and the prediction by
    /// this part of it.
    pub sensitivity: f64,
}

impl Discount {
    /// The exponent, if there is one.
    pub fn exponent(self) -> Option<Schedule> {
        match self {
            Discount::Exponent(exponent) => Some(exponent),
            Discount::Kept | Discount::Dropped => None,
        }
    }

    fn factor(self, iteration: u64, planned: u64) -> f64 {
        match self {
            Discount::Kept => 1.0,
            Discount::Dropped => 0.0,
            Discount::Exponent(exponent) => {
                let power = (iteration as f64).powf(exponent.at(iteration, planned));
                if power.is_infinite() { 1.0 } else { power / (power + 1.0) }
            }
        }
    }
}

impl Regrets {
    /// No change (regret matching).
    pub const PLAIN: Regrets = Regrets {
        positive: Discount::Kept,
        negative: Discount::Kept,
        floor: f64::NEG_INFINITY,
        boost: 1.0,
        lead: 0,
        volatility: None,
    };

    /// Negative regrets are raised to zero (regret matching+).
    pub const FLOORED: Regrets = Regrets { negative: Discount::Dropped, floor: 0.0, ..Regrets::PLAIN };

    /// The factors for positive and negative regrets after `iteration`.
    pub(super) fn factors(&self, iteration: u64, planned: u64) -> [f64; 2] {
        [self.positive, self.negative].map(|discount| discount.factor(iteration, planned))
    }

    /// The factors before the regrets of the iteration after `before` are added.
    pub(super) fn factors_after(&self, before: u64, planned: u64) -> [f64; 2] {
        match before {
            0 => [1.0, 1.0],
            _ => self.factors(before + self.lead, planned),
        }
    }
}
