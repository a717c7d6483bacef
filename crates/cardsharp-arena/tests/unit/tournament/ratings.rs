use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::Estimate;

fn pair(agents: [usize; 2], won: u64, lost: u64) -> TableResults {
    let mut moments = Moments::none(2);
    for _ in 0..won {
        moments.add(&[1.0, 0.0], 1);
    }
    for _ in 0..lost {
        moments.add(&[0.0, 1.0], 1);
    }
    TableResults { agents: agents.to_vec(), moments }
}

#[test]
fn two_agents_differ_by_what_their_share_says() {
    let found = elo(2, &[pair([0, 1], 7_500, 2_500)]).unwrap();
    // 400 log10 3, but for the prior.
    assert!((found[0].rating - found[1].rating - 190.85).abs() < 0.2, "{found:?}");
    assert!((found[0].rating + found[1].rating - 3000.0).abs() < 1e-9);
    // Half of the difference has the standard error 400 / ln 10 / sqrt(n p q) / 2.
    let error = 1.96 * 400.0 / 10f64.ln() / (10_000.0 * 0.75 * 0.25f64).sqrt() / 2.0;
    assert!((found[0].half_width - error).abs() < 0.05, "{found:?} {error}");
    assert_eq!(elo(2, &[pair([0, 1], 0, 0)]), None);
}

#[test]
fn who_wins_all_has_a_finite_rating_with_a_wide_error() {
    let found = elo(2, &[pair([0, 1], 100, 0)]).unwrap();
    assert!(found[0].rating < 3000.0 && found[0].half_width > 100.0, "{found:?}");
}

#[test]
fn duplicates_that_agree_are_worth_one_game() {
    let mut moments = Moments::none(2);
    for number in 0..400 {
        let score = f64::from(2 * (number % 2));
        moments.add(&[score, 2.0 - score], 2);
    }
    let agents = vec![0, 1];
    let pairs = elo(2, &[TableResults { agents, moments }]).unwrap();
    let singles = elo(2, &[pair([0, 1], 200, 200)]).unwrap();
    assert!((pairs[0].half_width / singles[0].half_width - 1.0).abs() < 0.02);
}

#[test]
fn identical_play_is_as_uncertain_by_elo_as_by_its_share() {
    for sets in [1, 2, 10, 1_000] {
        let mut moments = Moments::none(2);
        (0..sets).for_each(|_| moments.add(&[1.0, 1.0], 2));
        let share = Estimate::of(&moments, 0).unwrap();
        let agents = vec![0, 1];
        let found = elo(2, &[TableResults { agents, moments }]).unwrap();
        assert!((found[0].rating - found[1].rating).abs() < 1e-9);
        // The difference of both, by the share at the upper end of the interval. The game that every agent is taken
        // to have won and lost makes few sets more certain.
        let of_share = POINTS * (share.high / (1.0 - share.high)).ln();
        let ratio = 2.0 * found[0].half_width / of_share;
        let least = if sets < 10 { 0.3 } else { 0.8 };
        assert!((least..1.2).contains(&ratio), "{sets} sets: {ratio} {found:?} {share:?}");
    }
}

/// Three agents of known strengths, and tables of four.
#[test]
fn known_strengths_are_found_within_the_errors() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let truth = [1700.0, 1550.0, 1500.0, 1450.0, 1300.0];
    let strengths = DVector::from_iterator(5, truth.map(|rating| (rating - AVERAGE) / POINTS));
    let mut outside = 0;
    for _ in 0..40 {
        let tables = [vec![0, 1, 2, 3], vec![1, 2, 3, 4], vec![0, 4], vec![2, 4]];
        let results = tables.map(|agents| {
            let chances = chances(&strengths, &agents);
            let mut moments = Moments::none(agents.len());
            for _ in 0..300 {
                let mut drawn = rng.random::<f64>();
                let winner = chances.iter().position(|chance| {
                    drawn -= chance;
                    drawn < 0.0
                });
                let mut scores = vec![0.0; agents.len()];
                scores[winner.unwrap_or(0)] = 1.0;
                moments.add(&scores, 1);
            }
            TableResults { agents, moments }
        });
        let found = elo(5, &results).unwrap();
        let missed = found.iter().zip(truth).filter(|(found, truth)| (found.rating - truth).abs() > found.half_width);
        outside += missed.count();
    }
    // 5 % of 200 are expected.
    assert!((2..=22).contains(&outside), "{outside}");
}

#[test]
fn glicko_rates_the_better_agent_higher() {
    let found = glicko(2, &[vec![pair([0, 1], 60, 40)], vec![pair([0, 1], 55, 45)]]);
    assert!(found[0].rating > found[1].rating + 10.0, "{found:?}");
    assert!(found[0].deviation < 100.0);
    // Of many games it is what their share says: 190.85.
    let many = glicko(2, &[vec![pair([0, 1], 7_500, 2_500)]]);
    assert!((many[0].rating - many[1].rating - 190.85).abs() < 15.0, "{many:?}");
    let fresh = glicko(3, &[vec![pair([0, 1], 1, 0)]]);
    assert_eq!(fresh[2].rating, 1500.0);
}
