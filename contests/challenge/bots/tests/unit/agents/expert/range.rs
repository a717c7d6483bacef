use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::*;

fn rank(value: u8) -> Rank {
    Rank::new(value).unwrap()
}

#[test]
fn lists_every_hand_with_its_chance() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let seen: Cards = [13; 8].map(rank).into_iter().collect();
    let range = Range::of(2, seen, &Played::default(), 1, &mut rng);
    // Twelve ranks are left: 12 pairs of equal cards and 66 of different ones.
    assert_eq!(range.hands().len(), 78);
    let pair: Cards = [rank(1), rank(1)].into_iter().collect();
    let chance = range.hands().iter().find(|(hand, _)| *hand == pair).unwrap().1;
    let expected = (8.0 * 7.0) / (96.0 * 95.0);
    assert!((chance - expected).abs() < 1e-12, "{chance} {expected}");
}

#[test]
fn a_low_answer_speaks_against_higher_cards() {
    let mut played = Played::default();
    played.push(Play { card: rank(2), answered: Some(rank(9)) });
    let hand = |value| Cards::EMPTY.with(rank(value));
    assert_eq!(played.likelihood(hand(8)), 1.0);
    assert_eq!(played.likelihood(hand(10)), ODD_FOLLOW);
    assert_eq!(played.likelihood(hand(1)), ODD_FOLLOW);
}

#[test]
fn thinning_keeps_the_weights_in_proportion() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let all = Range::of(3, Cards::EMPTY, &Played::default(), 1, &mut rng);
    assert_eq!(all.hands().len(), 455);
    let mean = |range: &Range| -> f64 {
        let hands = range.hands().iter();
        hands.map(|(hand, w)| w * f64::from(hand.highest().unwrap().value())).sum()
    };
    let thinned = all.clone().thinned(100, &mut rng);
    assert!(thinned.hands().len() <= 100);
    assert!((mean(&all) - mean(&thinned)).abs() < 0.5);
}
