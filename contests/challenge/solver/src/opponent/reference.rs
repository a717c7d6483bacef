//! The policy and the features to which models of opponents refer.

use std::sync::Arc;

use super::equity::Equity;
use crate::infosets::HandGame;
use crate::policy::TrainedPolicy;

/// A trained policy, and the features of the hands of its game, to which models refer.
pub struct Reference {
    pub(super) policy: Arc<TrainedPolicy>,
    pub(super) equity: Equity,
}

impl Reference {
    /// The reference of a policy, whose game has the hands.
    pub fn new(policy: Arc<TrainedPolicy>) -> Reference {
        Reference { equity: Equity::new(&policy.game), policy }
    }

    /// The game.
    pub fn game(&self) -> &HandGame {
        &self.policy.game
    }

    /// The policy.
    pub fn policy(&self) -> &Arc<TrainedPolicy> {
        &self.policy
    }
}
