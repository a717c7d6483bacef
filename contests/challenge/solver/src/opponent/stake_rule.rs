//! The rules by which a player offers or accepts a challenge.

use super::feature::Feature;
use super::sight::Sight;
use serde::{Deserialize, Serialize};

/// A rule that says with which probability a challenge is offered or accepted.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum StakeRule {
    /// As the reference policy.
    Policy,
    /// With this probability, whatever the hand.
    Rate(f64),
    /// With a probability that rises at `least` of the feature.
    AtLeast {
        /// The feature.
        feature: Feature,
        /// The threshold.
        least: f64,
        /// The probabilities below and above.
        step: Step,
    },
    /// With a probability that is learned for each range of the feature.
    Learned {
        /// The feature.
        feature: Feature,
        /// The probabilities.
        curve: Curve,
    },
}

/// The number of ranges of a learned curve.
const RANGES: usize = 12;
/// The upper ends of the ranges but the last. Strong hands are told apart more finely.
const ENDS: [f64; RANGES - 1] = [0.15, 0.3, 0.4, 0.5, 0.6, 0.7, 0.78, 0.85, 0.9, 0.95, 0.99];

/// Learned probabilities, by range of a feature: Beta distributions, of which the means are used.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Curve {
    /// The counts of each range, prior ones included: done, and not done.
    counts: [[f32; 2]; RANGES],
}

impl Curve {
    /// The prior: one observation in each range. Strong hands challenge more often.
    pub fn prior() -> Curve {
        let counts = std::array::from_fn(|range| {
            let height = (range as f32 + 0.5) / RANGES as f32;
            let mean = 0.004 + 0.5 * height.powi(3);
            [mean, 1.0 - mean]
        });
        Curve { counts }
    }

    /// The probability at a value of the feature.
    pub fn at(&self, value: f64) -> f64 {
        let [done, not] = self.counts[range_of(value)];
        f64::from(done / (done + not))
    }

    /// Counts an observation with this weight.
    pub fn count(&mut self, value: f64, done: bool, weight: f64) {
        self.counts[range_of(value)][usize::from(!done)] += weight as f32;
    }

    /// Returns to the prior in part.
    pub fn forget(&mut self, hazard: f64) {
        let prior = Curve::prior();
        for (counts, prior) in self.counts.iter_mut().flatten().zip(prior.counts.iter().flatten()) {
            *counts += hazard as f32 * (prior - *counts);
        }
    }

    /// True if the counts are positive numbers.
    pub fn is_sound(&self) -> bool {
        self.counts.iter().flatten().all(|count| count.is_finite() && *count > 0.0)
    }
}

fn range_of(value: f64) -> usize {
    ENDS.iter().filter(|&&end| value > end).count()
}

/// The features of the learned curves.
pub const LEARNED: [Feature; 2] = [Feature::Equity, Feature::Odds];

/// The probabilities below and above a threshold.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// The probability far below the threshold.
    pub below: f64,
    /// The probability far above it.
    pub above: f64,
    /// The width of the logistic curve between them; 0 for a step.
    pub width: f64,
}

/// The decision that a rule is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// To challenge.
    Offer,
    /// To accept a challenge.
    Answer,
}

/// Rates that are rules of their own.
const RATES: [f64; 7] = [0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99];
/// Probabilities below and above a threshold, and widths. Many players offer a challenge with only
/// some of their strong hands at a time.
const STEPS: [(f64, f64, f64); 8] = [
    (0.005, 0.995, 0.0),
    (0.01, 0.95, 0.05),
    (0.01, 0.7, 0.03),
    (0.01, 0.4, 0.03),
    (0.01, 0.15, 0.03),
    (0.06, 0.9, 0.03),
    (0.05, 0.5, 0.03),
    (0.2, 0.8, 0.03),
];
/// The prior probability that a player follows the reference policy.
const POLICY_PRIOR: f64 = 0.3;
/// The prior probability of all rates together.
const RATES_PRIOR: f64 = 0.1;
/// The prior probability of a learned curve.
const LEARNED_PRIOR: f64 = 0.1;

impl StakeRule {
    /// All rules, with their prior probabilities: the policy, the learned curves, and the others.
    pub fn family() -> Vec<(StakeRule, f64)> {
        let mut thresholds = Vec::new();
        for feature in Feature::ALL {
            for least in thresholds_of(feature) {
                for (below, above, width) in STEPS {
                    thresholds.push(StakeRule::AtLeast { feature, least, step: Step { below, above, width } });
                }
            }
        }
        let others = POLICY_PRIOR + RATES_PRIOR + LEARNED_PRIOR * LEARNED.len() as f64;
        let share = (1.0 - others) / thresholds.len() as f64;
        let rates = RATES.map(|rate| (StakeRule::Rate(rate), RATES_PRIOR / RATES.len() as f64));
        let mut family = vec![(StakeRule::Policy, POLICY_PRIOR)];
        family.extend(LEARNED.map(|feature| {
            let curve = Curve::prior();
            (StakeRule::Learned { feature, curve }, LEARNED_PRIOR)
        }));
        family.extend(rates);
        family.extend(thresholds.into_iter().map(|rule| (rule, share)));
        family
    }

    /// The probability of doing it.
    pub fn probability(&self, about: About, sight: &Sight<'_>) -> f64 {
        match *self {
            StakeRule::Policy if about == About::Offer => sight.policy_offers().clamp(0.002, 0.998),
            StakeRule::Policy => sight.policy_accepts().clamp(0.002, 0.998),
            StakeRule::Rate(rate) => rate,
            StakeRule::Learned { feature, ref curve } => curve.at(sight.feature(feature)),
            StakeRule::AtLeast { feature, least, step } => step.probability(sight.feature(feature) - least),
        }
    }
}

impl Step {
    /// The probability at this distance above the threshold.
    fn probability(self, above: f64) -> f64 {
        let share = if self.width > 0.0 {
            1.0 / (1.0 + (-above / self.width).exp())
        } else {
            f64::from(u8::from(above > -1e-9))
        };
        self.below + (self.above - self.below) * share
    }
}

/// The thresholds of a feature.
fn thresholds_of(feature: Feature) -> Vec<f64> {
    let range = |first: u8, last: u8, of: f64| (first..=last).map(|step| f64::from(step) / of).collect();
    match feature {
        Feature::Strength => range(6, 18, 20.0),
        Feature::Equity => range(3, 19, 20.0),
        Feature::Highest => range(6, 13, 13.0),
        Feature::HighCards => range(1, 5, 5.0),
        Feature::Lead => range(4, 8, 10.0),
        Feature::Odds => range(5, 16, 20.0),
    }
}
