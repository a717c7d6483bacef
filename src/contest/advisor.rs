//! What a policy would have done in a recorded game.

use serde::Serialize;

/// An action, and how likely a policy is to take it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Advice {
    /// The action, in words.
    pub action: String,
    /// Its probability.
    pub probability: f64,
    /// True if it is the action that was taken.
    pub taken: bool,
}

/// A policy that looks at recorded games.
pub trait Advisor: Send + Sync {
    /// For each frame of the game's [replay](super::Replay), the actions of the player who acts next. The list is empty
    /// where nobody acts next, or where the policy does not know the position.
    ///
    /// # Errors
    ///
    /// The record is not one of the policy's contest.
    fn advise(&self, record: &serde_json::Value) -> anyhow::Result<Vec<Vec<Advice>>>;
}
