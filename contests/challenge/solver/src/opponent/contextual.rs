//! The posterior over rules that may depend on the context.

use serde::{Deserialize, Serialize};

use super::context::{Context, Dependence, STAGES};
use super::stake_rule::{Curve, LEARNED, StakeRule};
use cardsharp_game::mixture::{Mixture, biased};

/// The posterior over rules, and over what they depend on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Contextual {
    /// By what the rules depend on, the posterior of each rule. A file of before has none.
    #[serde(default)]
    dependent: Vec<Vec<Mixture>>,
    /// The probability of each kind of dependence.
    #[serde(default)]
    dependences: [f64; Dependence::ALL.len()],
    /// The learned curves of each stage.
    curves: [[Curve; LEARNED.len()]; STAGES],
}

impl Contextual {
    /// The prior.
    pub fn new(prior: &[f64]) -> Contextual {
        let mixtures = |dependence: Dependence| vec![Mixture::new(prior); dependence.rules()];
        Contextual {
            dependent: Dependence::ALL.map(mixtures).to_vec(),
            dependences: Dependence::ALL.map(Dependence::prior),
            curves: [[Curve::prior(); LEARNED.len()]; STAGES],
        }
    }

    /// The mixtures that apply in a context, each with the probability of what it depends on.
    fn applying(&self, context: Context) -> impl Iterator<Item = (&Mixture, f64)> {
        let each = Dependence::ALL.into_iter().zip(&self.dependent).zip(self.dependences);
        each.map(move |((dependence, mixtures), weight)| (&mixtures[dependence.rule(context)], weight))
    }

    /// The posterior weights of the rules in a context.
    pub fn weights(&self, context: Context) -> Vec<f64> {
        let mut sum = Vec::new();
        for (mixture, weight) in self.applying(context) {
            sum.resize(mixture.weights().len(), 0.0);
            for (sum, own) in sum.iter_mut().zip(mixture.weights()) {
                *sum += weight * own;
            }
        }
        sum
    }

    /// The number of observations that count in a context.
    pub fn seen(&self, context: Context) -> f64 {
        let seen = self.applying(context).map(|(mixture, weight)| weight * mixture.observations());
        seen.sum()
    }

    /// The weights to respond to, as [`Mixture::confident`].
    pub fn confident(&self, context: Context) -> Vec<f64> {
        biased(self.weights(context), self.seen(context))
    }

    /// The probability that the rules depend on this, and on nothing else.
    pub fn depends_on(&self, dependence: Dependence) -> f64 {
        self.dependences[dependence as usize]
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

    /// Bayes' rule for observations in a context, as [`Mixture::update`].
    pub fn update(&mut self, context: Context, likelihoods: &[f64], observations: f64) {
        let each = Dependence::ALL.into_iter().zip(&mut self.dependent);
        let marginals =
            each.map(|(dependence, mixtures)| mixtures[dependence.rule(context)].update(likelihoods, observations));
        let joint: Vec<f64> = marginals.zip(self.dependences).map(|(marginal, weight)| marginal * weight).collect();
        let sum: f64 = joint.iter().sum();
        if sum > 0.0 && sum.is_finite() {
            for (weight, joint) in self.dependences.iter_mut().zip(joint) {
                *weight = joint / sum;
            }
        }
    }

    /// Returns to the prior in part.
    pub fn forget(&mut self, prior: &[f64], hazard: f64) {
        for mixture in self.dependent.iter_mut().flatten() {
            mixture.forget(prior, hazard);
        }
        for (weight, dependence) in self.dependences.iter_mut().zip(Dependence::ALL) {
            *weight += hazard * (dependence.prior() - *weight);
        }
        for curve in self.curves.iter_mut().flatten() {
            curve.forget(hazard);
        }
    }

    /// True if the weights fit a family of this size.
    pub fn fits(&self, rules: usize) -> bool {
        let sizes = self.dependent.iter().map(Vec::len);
        sizes.eq(Dependence::ALL.map(Dependence::rules))
            && self.dependent.iter().flatten().all(|mixture| mixture.fits(rules))
            && self.dependences.iter().all(|weight| (0.0..=1.0).contains(weight))
            && self.curves.iter().flatten().all(Curve::is_sound)
    }
}

#[cfg(test)]
#[path = "../../tests/unit/opponent/contextual.rs"]
mod tests;
