use std::collections::HashSet;

use super::*;

#[test]
fn every_hand_has_its_number() {
    let pack = SkullWhist::new(2, 5, 3).unwrap().pack();
    for size in 1..=5 {
        let count = hands(pack, size);
        let all: HashSet<Cards> = (0..count).map(|number| hand(pack, size, number)).collect();
        assert_eq!(all.len(), count);
        assert!(all.iter().all(|hand| hand.len() == size && hand.minus(pack).is_empty()));
    }
    assert_eq!(hands(SkullWhist::CONTEST.pack(), 13), 635_013_559_600);
}
