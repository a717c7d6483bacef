//! The agent that plays a trained policy.

use std::sync::Arc;

use super::{Agent, Random};
use crate::TrickyEightsGame;
use crate::policy::{TrainedPolicy, choose};
use cardsharp_tricky_eights_game::observation::Observation;
use cardsharp_tricky_eights_game::rules::Card;

/// Takes or plays the most probable card of the policy's table. Ties go to the card that is appraised higher. Nothing
/// is random, so that a program in another language plays the same cards. A table trained by sampling plays better in
/// this way than with its probabilities (purification: Ganzfried, Sandholm and Waugh, 2012).
#[derive(Clone, Debug)]
pub struct Trained(Arc<TrainedPolicy>);

impl Trained {
    /// The agent that plays `policy`.
    pub fn new(policy: Arc<TrainedPolicy>) -> Trained {
        Trained(policy)
    }
}

impl Agent<TrickyEightsGame> for Trained {
    fn choose(&mut self, observation: &Observation<'_>) -> Card {
        // The player to act has a legal card.
        let chosen = choose(&self.0, observation);
        chosen.unwrap_or_else(|| Random::new(0).one_of(observation.legal()))
    }
}
