//! The results of walks, and their completeness.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The purpose of a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// The value of the leader's best response.
    LeaderBest,
    /// The leader's value of the strategy itself. The follower has the rest.
    LeaderFollows,
    /// The value of the follower's best response.
    FollowerBest,
}

/// The result of one walk after one first move of the leader, for every hand of the measured player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WalkResult {
    /// The purpose.
    pub question: Question,
    /// The first move: ranks from the lowest, then the challenge.
    pub action: usize,
    /// The value of each hand that the player can have then, without its own weight.
    #[serde(rename = "worths")]
    pub values: Vec<f32>,
}

/// A reason why walks cannot be merged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unmergeable {
    /// Some are missing.
    #[error("{missing} of {all} walks are missing, the first after move {action} ({question:?})")]
    Missing {
        /// The number of missing walks.
        missing: usize,
        /// The number of all walks.
        all: usize,
        /// The first move of the first missing walk.
        action: usize,
        /// The purpose of that walk.
        question: Question,
    },
    /// Two different results of one walk.
    #[error("two parts differ after move {action} ({question:?}): they are not of one policy")]
    Differ {
        /// The first move.
        action: usize,
        /// The purpose.
        question: Question,
    },
    /// Public states are missing.
    #[error("{missing} of {all} public states are missing, the first is number {first}")]
    MissingStates {
        /// The number of missing states.
        missing: usize,
        /// The number of all states.
        all: usize,
        /// The number of the first missing one, from 1.
        first: usize,
    },
    /// The trunk is missing.
    #[error("the trunk is missing; it is measured with the first shard")]
    MissingTrunk,
    /// Two different results of one public state, or of the trunk.
    #[error("two parts differ in {subject}: they are not of one policy")]
    StatesDiffer {
        /// The state, or the trunk.
        subject: String,
    },
    /// A walk of another game.
    #[error("a part has a walk that this game does not, after move {action} ({question:?})")]
    Foreign {
        /// The first move.
        action: usize,
        /// The purpose.
        question: Question,
    },
}

/// The results of `wanted` walks, in their order. `hands` is the number of values of a walk.
///
/// # Errors
///
/// [`Unmergeable`] if one is missing, another one is there, or two results of one walk differ.
pub(super) fn complete(
    walked: &[WalkResult],
    wanted: impl Iterator<Item = (Question, usize)>,
    hands: impl Fn(Question, usize) -> usize,
) -> Result<Vec<&WalkResult>, Unmergeable> {
    let wanted: Vec<(Question, usize)> = wanted.collect();
    for one in walked {
        let WalkResult { question, action, .. } = *one;
        let same = |other: &&WalkResult| (other.question, other.action) == (question, action);
        if !wanted.contains(&(question, action)) || one.values.len() != hands(question, action) {
            return Err(Unmergeable::Foreign { action, question });
        }
        let mut others = walked.iter().filter(same);
        if others.any(|other| other.values != one.values) {
            return Err(Unmergeable::Differ { action, question });
        }
    }
    let find = |&(question, action): &(Question, usize)| {
        let same = |one: &&WalkResult| (one.question, one.action) == (question, action);
        walked.iter().find(same).ok_or((question, action))
    };
    let found: Vec<_> = wanted.iter().map(find).collect();
    let mut missing = found.iter().filter_map(|found| found.err());
    if let Some((question, action)) = missing.next() {
        return Err(Unmergeable::Missing { missing: 1 + missing.count(), all: found.len(), action, question });
    }
    Ok(found.into_iter().flatten().collect())
}
