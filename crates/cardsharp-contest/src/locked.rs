//! Decisions of a policy that a user fixes, and the game solved again around them: node locking.

use crate::place::{ExploreError, Place};

/// The largest number of locks.
pub const MAX_LOCKS: usize = 200;

/// Refuses more than [`MAX_LOCKS`] locks.
///
/// # Errors
///
/// [`ExploreError`] with their number.
pub fn require_few(locks: &[Lock]) -> Result<(), ExploreError> {
    if locks.len() > MAX_LOCKS {
        let text = format!("{} locks: at most {MAX_LOCKS} are possible", locks.len());
        return Err(ExploreError::Other(text));
    }
    Ok(())
}

/// A decision that is fixed.
#[derive(Clone, Debug, PartialEq)]
pub struct Lock {
    /// The place of the decision.
    pub place: Place,
    /// The hand, or information set, of the list there; `None` for the whole list.
    pub hand: Option<String>,
    /// The weight of each of the node's actions: its probability, once all are divided by their sum.
    pub weights: Vec<f64>,
}

impl Lock {
    /// The probabilities.
    ///
    /// # Errors
    ///
    /// The weights do not fit `actions` actions, one of them is no number from 0 on, or all are 0.
    pub fn shares(&self, actions: usize) -> Result<Vec<f64>, ExploreError> {
        let wrong = |what: String| {
            let text = format!("{what}: give a weight from 0 on for each of the {actions} actions, and one above 0");
            Err(ExploreError::Other(text))
        };
        if self.weights.len() != actions {
            return wrong(format!("a lock with {} weights", self.weights.len()));
        }
        if let Some(weight) = self.weights.iter().find(|weight| !(0.0..=1e9).contains(*weight)) {
            return wrong(format!("a lock cannot have the weight {weight}"));
        }
        let sum: f64 = self.weights.iter().sum();
        if sum <= 0.0 {
            return wrong("a lock whose weights are all 0".to_owned());
        }
        Ok(self.weights.iter().map(|weight| weight / sum).collect())
    }
}

/// The decisions that are solved again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Resolved {
    /// All that are not locked: an equilibrium of the locked game.
    #[default]
    Everything,
    /// Those of the players without a lock alone: best responses to the policy with its locks.
    Replies,
}
