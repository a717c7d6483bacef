//! The options of `adaptive`, and the data that all its players share.

use std::sync::Arc;

use cardsharp_challenge_solver::opponent::Reference;
use cardsharp_challenge_solver::policy::TrainedPolicy;
use cardsharp_game::{AgentError, AgentSpec};

/// The options of [`super::Adaptive`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AdaptiveOptions {
    /// The number of hands that are played out at a decision.
    pub draws: usize,
    /// The number of standard errors by which an action must win more than the policy.
    pub caution: f64,
    /// The least advantage for which the policy is left, as a probability of winning the game.
    pub least: f64,
    /// What departures from the policy may lose in a hand on average, as a probability of winning
    /// the game, beside what they have won.
    pub budget: f64,
    /// True if the model is not updated.
    pub frozen: bool,
}

impl Default for AdaptiveOptions {
    fn default() -> Self {
        AdaptiveOptions {
            draws: 200,
            caution: 2.0,
            least: 0.01,
            budget: 0.002,
            frozen: false,
        }
    }
}

impl AdaptiveOptions {
    /// The keys of the options.
    pub const KEYS: [&'static str; 5] = ["draws", "caution", "least", "budget", "frozen"];

    /// The given options, and the defaults for the others.
    pub fn from_spec(spec: &AgentSpec) -> Result<AdaptiveOptions, AgentError> {
        let tuned = AdaptiveOptions::default();
        let draws = spec.number("draws", 1.0..=100_000.0)?;
        Ok(AdaptiveOptions {
            draws: draws.map_or(tuned.draws, |draws| draws as usize),
            caution: spec
                .number("caution", 0.0..=100.0)?
                .unwrap_or(tuned.caution),
            budget: spec.number("budget", 0.0..=1.0)?.unwrap_or(tuned.budget),
            frozen: spec.choice("frozen", &["no", "yes"])? == Some(1),
            least: spec.number("least", 0.0..=1.0)?.unwrap_or(tuned.least),
        })
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
        AdaptiveSetup {
            reference: Reference::new(policy),
            options,
        }
    }
}
