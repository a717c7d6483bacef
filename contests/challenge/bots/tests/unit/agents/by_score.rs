use std::path::Path;
use std::time::Duration;

use super::*;
use crate::agents::Lowest;
use cardsharp_challenge_game::rules::{Game, Params, Shoe};
use cardsharp_challenge_solver::scores::Classes;

#[test]
fn scores_where_a_point_is_worth_about_as_much_are_near() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../solver/data/all-scores.policy");
    let [mut near, far] = [(), ()].map(|()| TrainedPolicy::load(&data).unwrap().0);
    near.classes = Classes::one(near.classes.payoffs[usize::from(near.classes.of_score[0])]);
    let policies = [near, far].map(Arc::new);
    let agents: [Box<dyn Agent<ChallengeGame>>; 2] = [Box::new(Lowest), Box::new(Lowest)];
    let agent = ByScore::new(agents, policies);
    let game = Game::new(Params::CONTEST, Shoe::new(Params::CONTEST, 1));
    let mut observation = Observation::of(&game, Duration::ZERO).unwrap();
    let mut is_near = |own, theirs| {
        (observation.own_points, observation.their_points) = (own, theirs);
        agent.is_near(&observation)
    };
    assert!(is_near(0, 0) && is_near(1, 1) && is_near(3, 3));
    assert!(!is_near(9, 9) && !is_near(5, 0) && !is_near(0, 5));
}
