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

/// A decision of a recorded game, as a policy values it.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// The number of the player in the record.
    pub seat: usize,
    /// The kind of the decision, such as `lead`.
    pub kind: &'static str,
    /// The place of the position in the [tree](super::explorer::Explorer) of the policy, and the hand of the player, if the
    /// policy [seldom](Review::SELDOM) takes the action and the place is in the tree.
    pub place: Option<(Place, String)>,
    /// The action that was taken.
    pub action: String,
    /// Its probability by the policy.
    pub probability: f64,
    /// An estimate of the value that it loses against the policy's own play, if all play by the policy after it. It has no
    /// bias for hidden hands that came up as the rules deal them, but a large variance.
    pub lost: f64,
}

impl Review {
    /// The policy takes an action seldom if it takes it with less than this probability.
    pub const SELDOM: f64 = 0.01;
}

/// A policy that looks at recorded games.
pub trait Advisor: Send + Sync {
    /// The advice at each frame of the game's [replay](cardsharp_game::Replay).
    ///
    /// # Errors
    ///
    /// The record is not one of the policy's contest.
    fn advise(&self, record: &serde_json::Value) -> anyhow::Result<Vec<FrameAdvice>>;

    /// The decisions of a game at which there was a choice and the policy knows the position. Each action is played out
    /// `play_outs` times, with the hands of the record.
    ///
    /// # Errors
    ///
    /// The record is not one of the policy's contest, or its policies know no values.
    fn review(&self, _record: &serde_json::Value, _play_outs: usize, _seed: u64) -> anyhow::Result<Vec<Review>> {
        anyhow::bail!("policies of this contest do not value the decisions of recorded games")
    }
}
