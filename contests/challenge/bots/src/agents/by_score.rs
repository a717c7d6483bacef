//! An agent that plays one policy at the scores it was trained for, and another one elsewhere.

use std::sync::Arc;

use super::{Agent, score_of, state_of};
use crate::ChallengeGame;
use cardsharp_challenge_game::observation::Observation;
use cardsharp_challenge_game::rules::Move;
use cardsharp_challenge_solver::policy::TrainedPolicy;

/// The largest difference of a payoff at which a policy still counts as trained for a score. At early
/// scores a point is worth about as much.
const FARTHEST: f64 = 0.06;

/// Plays one agent at scores whose payoffs are near to those of a class of its policy, and another one at the others.
/// The payoffs of a score are those of its class in the policy of the other one, which must know all scores.
pub struct ByScore {
    near: Box<dyn Agent<ChallengeGame>>,
    far: Box<dyn Agent<ChallengeGame>>,
    /// The policies of both.
    policies: [Arc<TrainedPolicy>; 2],
}

impl ByScore {
    /// An agent of two, near and far, each with its policy.
    pub fn new(agents: [Box<dyn Agent<ChallengeGame>>; 2], policies: [Arc<TrainedPolicy>; 2]) -> ByScore {
        let [near, far] = agents;
        ByScore { near, far, policies }
    }

    fn is_near(&self, observation: &Observation) -> bool {
        let [near, far] = &self.policies;
        let Some(state) = state_of(&far.game, observation) else {
            return false;
        };
        let class = far.classes.class(score_of(observation, &state));
        let payoffs = far.classes.payoffs[usize::from(class)];
        let nearest = near.classes.nearest(payoffs);
        nearest.is_some_and(|(_, distance)| distance <= FARTHEST)
    }
}

impl Agent<ChallengeGame> for ByScore {
    fn start_game(&mut self) {
        self.near.start_game();
        self.far.start_game();
    }

    fn play_without_clock(&mut self) {
        self.near.play_without_clock();
        self.far.play_without_clock();
    }

    fn choose(&mut self, observation: &Observation) -> Move {
        if self.is_near(observation) { self.near.choose(observation) } else { self.far.choose(observation) }
    }
}

#[cfg(test)]
#[path = "../../tests/unit/agents/by_score.rs"]
mod tests;
