//! What a policy would have done in a recorded game.

use serde::Serialize;

use super::explorer::Place;

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

/// The advice of a policy at one moment of a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FrameAdvice {
    /// The actions of the player who acts next. The list is empty where nobody acts next, or where the policy does not
    /// know the position.
    pub actions: Vec<Advice>,
    /// The place of the position in the [tree](super::explorer::Explorer) of the policy, and the hand of the player: more
    /// is known there, such as values.
    pub place: Option<(Place, String)>,
}

/// A policy that looks at recorded games.
pub trait Advisor: Send + Sync {
    /// The advice at each frame of the game's [replay](cardsharp_game::Replay).
    ///
    /// # Errors
    ///
    /// The record is not one of the policy's contest.
    fn advise(&self, record: &serde_json::Value) -> anyhow::Result<Vec<FrameAdvice>>;
}
