use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;
use cardsharp_challenge_game::rules::Params;

/// The product of c!/(c - a - b)! over all ranks.
fn ways(left: Cards, hands: [Cards; 2]) -> f64 {
    let ranks = (1..=16).filter_map(Rank::new);
    let drawn = ranks.flat_map(|rank| {
        let taken: u8 = hands.iter().map(|hand| hand.count(rank)).sum();
        (0..taken).map(move |drawn| f64::from(left.count(rank)) - f64::from(drawn))
    });
    drawn.map(|copies| copies.max(0.0)).product()
}

/// Checks the hands of one size against those of another, with random copies and a random range.
fn check(space: &HandSpace, sizes: [usize; 2], rng: &mut Xoshiro256PlusPlus) {
    let couplings = Couplings::new(space);
    let ranks = (1..=space.rules().ranks()).filter_map(Rank::new);
    let copies = ranks.flat_map(|rank| {
        let count = rng.random_range(0..=8);
        std::iter::repeat_n(rank, count)
    });
    let left: Cards = copies.collect();
    let [own, others] = sizes.map(|size| space.of_size(size));
    let range: Vec<f32> = others.clone().map(|_| rng.random_range(-0.3_f32..1.0).max(0.0)).collect();
    let mut found = vec![f32::NAN; own.len()];
    let mut scratch = vec![f32::NAN; couplings.scratch(sizes[0].max(sizes[1]))];
    let value = rng.random_range(-1.0_f32..1.0);
    couplings.meet(left, sizes, &range, value, &mut found, &mut scratch);
    let sum = |own: Cards| -> f64 {
        let met = others
            .clone()
            .zip(&range)
            .map(|(other, &weight)| f64::from(weight) * ways(left, [own, space.cards(other)]));
        f64::from(value) * met.sum::<f64>()
    };
    for (own, found) in own.zip(found) {
        let own = space.cards(own);
        let expected = sum(own);
        // The first term of inclusion and exclusion: the sum without any excluded card.
        let largest = ways(left, [own, Cards::EMPTY]) * sum(Cards::EMPTY).abs();
        let off = (f64::from(found) - expected).abs();
        assert!(off <= 1e-5 * largest, "{sizes:?} of {left:?}: {found} and {expected}");
    }
}

#[test]
fn ranges_meet_as_all_pairs_of_hands_do() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for (ranks, most) in [(13, 2), (6, 3), (3, 4)] {
        let space = HandSpace::new(Params::new(ranks, 8, most).unwrap());
        let sizes = 0..=usize::from(most);
        for own in sizes.clone() {
            for others in sizes.clone() {
                for _ in 0..30 {
                    check(&space, [own, others], &mut rng);
                }
            }
        }
    }
}
