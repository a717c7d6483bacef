//! The posterior over the rules of one kind.

use serde::{Deserialize, Serialize};

use super::stake_rule::{Curve, LEARNED, StakeRule};

/// The weights of rules, which sum to 1. The first rule is the one of the reference policy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mixture {
    weights: Vec<f64>,
    /// The number of observations that count.
    observations: f64,
}

/// The number of observations at which the posterior and the reference policy count alike.
const HALF: f64 = 5.0;

impl Mixture {
    /// The prior.
    pub fn new(prior: &[f64]) -> Mixture {
        Mixture {
            weights: prior.to_vec(),
            observations: 0.0,
        }
    }

    /// The posterior weights.
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// The weights to respond to: the posterior with the confidence n / (n + s) after n
    /// observations, and the reference policy with the rest (Johanson and Bowling 2009, "Data
    /// Biased Robust Counter Strategies").
    pub fn confident(&self) -> Vec<f64> {
        biased(self.weights.clone(), self.observations)
    }

    /// Bayes' rule for observations of these likelihoods, which count as `observations` for the
    /// confidence. Returns their marginal likelihood.
    pub fn update(&mut self, likelihoods: &[f64], observations: f64) -> f64 {
        let joint = self
            .weights
            .iter()
            .zip(likelihoods)
            .map(|(weight, likelihood)| weight * likelihood);
        let sum: f64 = joint.clone().sum();
        if sum > 0.0 && sum.is_finite() {
            self.weights = joint.map(|weight| weight / sum).collect();
            self.observations += observations;
        }
        sum
    }

    /// Returns to the prior in part: the player has changed with probability `hazard`.
    pub fn forget(&mut self, prior: &[f64], hazard: f64) {
        for (weight, prior) in self.weights.iter_mut().zip(prior) {
            *weight += hazard * (prior - *weight);
        }
        self.observations *= 1.0 - hazard;
    }
}

/// The number of stages of a hand.
pub const STAGES: usize = 3;

/// The posterior over rules that may be the same in all stages of a hand, or differ.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Staged {
    pooled: Mixture,
    stages: Vec<Mixture>,
    /// The probability, by stage, that the rule is the one of all stages.
    same: [f64; STAGES],
    /// The learned curves of each stage.
    curves: [[Curve; LEARNED.len()]; STAGES],
}

/// The prior probability that a stage has the rule of all stages.
const SAME_PRIOR: f64 = 0.6;

impl Staged {
    /// The prior.
    pub fn new(prior: &[f64]) -> Staged {
        Staged {
            pooled: Mixture::new(prior),
            stages: vec![Mixture::new(prior); STAGES],
            same: [SAME_PRIOR; STAGES],
            curves: [[Curve::prior(); LEARNED.len()]; STAGES],
        }
    }

    /// The posterior weights of the rules in a stage.
    pub fn weights(&self, stage: usize) -> Vec<f64> {
        let same = self.same[stage];
        let own = self.stages[stage].weights().iter();
        let pairs = own.zip(self.pooled.weights());
        pairs.map(|(own, pooled)| same * pooled + (1.0 - same) * own).collect()
    }

    /// The weights to respond to, as [`Mixture::confident`]. What was seen in other stages counts
    /// as far as the rules are the same.
    pub fn confident(&self, stage: usize) -> Vec<f64> {
        let own = self.stages[stage].observations;
        let other = self.pooled.observations - own;
        biased(self.weights(stage), own + self.same[stage] * other)
    }

    /// The rules of a stage: those of the family, with the curves that were learned.
    pub fn rules(&self, family: &[StakeRule], stage: usize) -> Vec<StakeRule> {
        let mut rules = family.to_vec();
        for (rule, learned) in rules[1..].iter_mut().zip(&self.curves[stage]) {
            if let StakeRule::Learned { curve, .. } = rule {
                *curve = *learned;
            }
        }
        rules
    }

    /// The learned curves of a stage, in the order of [`LEARNED`].
    pub fn curves(&mut self, stage: usize) -> &mut [Curve] {
        &mut self.curves[stage]
    }

    /// The number of observations of a stage that count.
    pub fn seen(&self, stage: usize) -> f64 {
        self.stages[stage].observations
    }

    /// Bayes' rule for observations in a stage, as [`Mixture::update`].
    pub fn update(&mut self, stage: usize, likelihoods: &[f64], observations: f64) {
        let own = self.stages[stage].update(likelihoods, observations);
        let pooled = self.pooled.update(likelihoods, observations);
        let same = self.same[stage];
        let sum = same * pooled + (1.0 - same) * own;
        if sum > 0.0 && sum.is_finite() {
            self.same[stage] = same * pooled / sum;
        }
    }

    /// Returns to the prior in part.
    pub fn forget(&mut self, prior: &[f64], hazard: f64) {
        self.pooled.forget(prior, hazard);
        for (stage, same) in self.stages.iter_mut().zip(&mut self.same) {
            stage.forget(prior, hazard);
            *same += hazard * (SAME_PRIOR - *same);
        }
        for curve in self.curves.iter_mut().flatten() {
            curve.forget(hazard);
        }
    }

    /// True if the weights fit a family of this size.
    pub fn fits(&self, rules: usize) -> bool {
        self.pooled.fits(rules)
            && self.stages.len() == STAGES
            && self.stages.iter().all(|stage| stage.fits(rules))
            && self.same.iter().all(|same| (0.0..=1.0).contains(same))
            && self.curves.iter().flatten().all(Curve::is_sound)
    }
}

impl Mixture {
    /// True if the weights fit a family of this size.
    pub fn fits(&self, rules: usize) -> bool {
        let chance = |weight: &f64| (0.0..=1.0).contains(weight);
        self.weights.len() == rules
            && self.weights.iter().all(chance)
            && self.observations.is_finite()
            && self.observations >= 0.0
    }
}

/// Weights of which the reference policy gets the part that `observations` do not support.
fn biased(mut weights: Vec<f64>, observations: f64) -> Vec<f64> {
    let confidence = observations / (observations + HALF);
    for weight in &mut weights {
        *weight *= confidence;
    }
    weights[0] += 1.0 - confidence;
    weights
}
