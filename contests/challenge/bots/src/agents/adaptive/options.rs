//! The options of `adaptive`, and the data that all its players share.

use std::sync::Arc;

use cardsharp_challenge_solver::opponent::Reference;
use cardsharp_challenge_solver::policy::TrainedPolicy;
use cardsharp_options::within;
use serde::Deserialize;

/// The options of [`super::Adaptive`].
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AdaptiveOptions {
    /// The number of hands that are played out at a decision.
    #[serde(deserialize_with = "within::<1, 100_000, _, _>")]
    pub draws: usize,
    /// The number of standard errors by which an action must win more than the policy.
    #[serde(deserialize_with = "within::<0, 100, _, _>")]
    pub caution: f64,
    /// The least advantage for which the policy is left, as a probability of winning the game.
    #[serde(deserialize_with = "within::<0, 1, _, _>")]
    pub least: f64,
    /// What departures from the policy may lose in a hand on average, as a probability of winning
    /// the game, beside what they have won.
    #[serde(deserialize_with = "within::<0, 1, _, _>")]
    pub budget: f64,
    /// False if the scores have the policy's values, whoever the opponent is.
    pub scores: bool,
    /// True if the model is not updated.
    pub frozen: bool,
}

impl Default for AdaptiveOptions {
    fn default() -> Self {
        AdaptiveOptions { draws: 200, caution: 2.0, least: 0.01, budget: 0.002, scores: true, frozen: false }
    }
}

/// The data that all players of one agent share.
pub struct AdaptiveSetup {
    /// The reference of the models.
    pub reference: Reference,
    /// The options.
    pub options: AdaptiveOptions,
}

impl AdaptiveSetup {
    /// The setup for a policy.
    pub fn new(policy: Arc<TrainedPolicy>, options: AdaptiveOptions) -> AdaptiveSetup {
        AdaptiveSetup { reference: Reference::new(policy), options }
    }
}
