use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use cardsharp_arena::tournament::*;
use cardsharp_arena::*;

const TEST: SequentialTest = SequentialTest { better: 0, worse: 1, elo: [0.0, 40.0], error: 0.05 };

/// Plays pairs of games with this share until the test decides. With `alike` the second game of a pair often
/// ends as the first one.
fn simulate(share: f64, alike: f64, rng: &mut ChaCha8Rng) -> (Decision, u64) {
    let mut moments = Moments::none(2);
    loop {
        let first = f64::from(u8::from(rng.random_bool(share)));
        let second = if rng.random_bool(alike) { first } else { f64::from(u8::from(rng.random_bool(share))) };
        let score = first + second;
        moments.add(&[score, 2.0 - score], 2);
        match TEST.decision(&moments, 0) {
            Decision::Open => {}
            decided => return (decided, moments.sets()),
        }
    }
}

/// Of 1,000 comparisons, false decisions stay within the bounds: 5 % and three standard errors.
#[test]
fn false_decisions_stay_within_the_bounds() {
    let most = (0.05 + 3.0 * (0.05f64 * 0.95 / 1000.0).sqrt()) * 1000.0;
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let [equal, better] = TEST.elo.map(share_of_elo);
    for (share, wrong) in [(equal, Decision::Better), (better, Decision::NotBetter)] {
        for alike in [0.0, 0.5] {
            let all: Vec<_> = (0..1000).map(|_| simulate(share, alike, &mut rng)).collect();
            let count = all.iter().filter(|(decision, _)| *decision == wrong).count();
            assert!((count as f64) < most, "{count} false at {share}, {alike}");
            // Neither is the test so careful that it plays for ever.
            assert!(count > 5, "{count} false at {share}, {alike}");
        }
    }
}

#[test]
fn a_great_difference_is_seen_soon() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let (decision, sets) = simulate(0.8, 0.0, &mut rng);
    assert_eq!(decision, Decision::Better);
    assert!(sets < 60, "{sets}");
}

#[test]
fn elo_is_logistic() {
    assert_eq!(share_of_elo(0.0), 0.5);
    assert!((share_of_elo(400.0) - 10.0 / 11.0).abs() < 1e-12);
}
