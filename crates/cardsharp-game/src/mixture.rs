//! The posterior over the rules that an opponent may play by.

use serde::{Deserialize, Serialize};

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
        Mixture { weights: prior.to_vec(), observations: 0.0 }
    }

    /// The posterior weights.
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// The number of observations that count.
    pub fn observations(&self) -> f64 {
        self.observations
    }

    /// The weights to respond to: the posterior with the confidence n / (n + s) after n observations, and the reference
    /// policy with the rest (Johanson and Bowling 2009, "Data Biased Robust Counter Strategies").
    pub fn confident(&self) -> Vec<f64> {
        biased(self.weights.clone(), self.observations)
    }

    /// Bayes' rule for observations of these likelihoods, which count as `observations` for the
    /// confidence. Returns their marginal likelihood.
    pub fn update(&mut self, likelihoods: &[f64], observations: f64) -> f64 {
        let joint = self.weights.iter().zip(likelihoods).map(|(weight, likelihood)| weight * likelihood);
        let sum: f64 = joint.clone().sum();
        if sum > 0.0 && sum.is_finite() {
            self.weights = joint.map(|weight| weight / sum).collect();
            self.observations += observations;
        }
        sum
    }

    /// Returns to the prior in part: the player has changed with probability `hazard`. No weight stays below that part of
    /// its prior, so that every rule can be recognised later.
    pub fn forget(&mut self, prior: &[f64], hazard: f64) {
        for (weight, prior) in self.weights.iter_mut().zip(prior) {
            *weight += hazard * (prior - *weight);
        }
        self.observations *= 1.0 - hazard;
    }

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
pub fn biased(mut weights: Vec<f64>, observations: f64) -> Vec<f64> {
    let confidence = observations / (observations + HALF);
    for weight in &mut weights {
        *weight *= confidence;
    }
    weights[0] += 1.0 - confidence;
    weights
}
