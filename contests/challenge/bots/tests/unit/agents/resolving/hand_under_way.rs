use std::time::Duration;

use super::*;
use cardsharp_challenge_game::rules::{Game, Shoe};

/// The shoe has every card but those seen to leave it. A card in hand exists even if memory contradicts it.
#[test]
fn the_shoe_lacks_what_was_seen_to_leave_it() {
    let rules = Params::CONTEST;
    let game = Game::new(rules, Shoe::new(rules, 1));
    let mut observation = Observation::of(&game, Duration::ZERO).unwrap();
    let full = left_in_shoe(rules, &observation);
    assert_eq!(full.len(), 104);
    let held = observation.hand.lowest().unwrap();
    let other = rules.all_ranks().find(|&rank| observation.hand.count(rank) == 0);
    let other = other.unwrap();
    observation.gone = Cards::EMPTY.with(other).with(other).with(held);
    let left = left_in_shoe(rules, &observation);
    assert_eq!((left.count(other), left.count(held)), (6, 7));
    assert_eq!(left.len(), 101);
    for _ in 0..7 {
        observation.gone = observation.gone.with(held);
    }
    let left = left_in_shoe(rules, &observation);
    assert_eq!(left.count(held), observation.hand.count(held));
}
