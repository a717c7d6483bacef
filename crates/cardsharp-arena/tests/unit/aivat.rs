#![allow(clippy::unwrap_used)] // The lint's exception for tests does not reach what they call.

use cardsharp_game::luck::{Next, PartLuck};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;

/// The points that win the small race.
const POINTS: usize = 3;
/// Outcomes of a part: a point for agent 0 or 1, or none.
const ODDS: [[f64; 3]; 2] = [[0.6, 0.2, 0.2], [0.4, 0.5, 0.1]];

/// A race to three points. A coin chooses one of two deals in each part, and chance then ends it with the deal's odds.
fn small_race(prior: f64) -> Race {
    let mut race = Race { next: Vec::new(), pools: Vec::new(), prior: Vec::new() };
    for standing in 0..POINTS * POINTS {
        let [own, theirs] = [standing / POINTS, standing % POINTS];
        let point = |[own, theirs]: [usize; 2]| match (own, theirs) {
            (POINTS, _) => Next::Won(0),
            (_, POINTS) => Next::Won(1),
            _ => Next::Standing(own * POINTS + theirs),
        };
        race.next.push(vec![point([own + 1, theirs]), point([own, theirs + 1]), Next::Standing(standing)]);
        race.pools.push(0);
        race.prior.push(prior);
    }
    race
}

/// The exact probability that agent 0 wins the small race.
fn exact() -> f64 {
    let race = small_race(0.5);
    let mut values = race.prior.clone();
    for _ in 0..1000 {
        for standing in (0..values.len()).rev() {
            let shares = (0..3).map(|outcome| (ODDS[0][outcome] + ODDS[1][outcome]) / 2.0).enumerate();
            values[standing] = shares.map(|(outcome, share)| share * race.worth(&values, standing, outcome)).sum();
        }
    }
    values[0]
}

/// The terms that correct a part: the deal, and its end.
#[derive(Clone, Copy)]
struct Terms {
    deal: f64,
    end: f64,
    /// The odds that the baseline believes in.
    believed: [[f64; 3]; 2],
}

const ALL: Terms = Terms { deal: 1.0, end: 1.0, believed: ODDS };

/// Plays a game of the small race.
fn play(race: &Race, terms: Terms, rng: &mut ChaCha8Rng) -> (usize, GameLuck) {
    let mut game = GameLuck::default();
    let mut standing = 0;
    loop {
        let deal = usize::from(rng.random_bool(0.5));
        let roll: f64 = rng.random();
        let outcome = (0..2).find(|&end| roll < ODDS[deal][..=end].iter().sum()).unwrap_or(2);
        let luck = (0..3).map(|index| {
            let [one, other] = terms.believed.map(|odds| odds[index]);
            let came = [one, other][deal];
            // The end is a draw with known odds: AIVAT takes the baseline after it, less its expected value.
            let end = f64::from(u8::from(index == outcome)) - ODDS[deal][index];
            terms.deal * (came - (one + other) / 2.0) + terms.end * end
        });
        game.parts.push(PartLuck { standing, outcome: Some(outcome), luck: luck.collect() });
        match race.next[standing][outcome] {
            Next::Standing(next) => standing = next,
            Next::Won(agent) => return (agent, game),
        }
    }
}

fn removed(race: &Race, terms: Terms, games: u64, seed: u64) -> LuckRemoved {
    let mut account = LuckAccount::default();
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    for number in 0..games {
        let (winner, luck) = play(race, terms, &mut rng);
        let first = (number % 2) as usize;
        let place = GamePlace { of_match: 0, set: number / 2, first, game: 0 };
        account.add(place, first, (Ending::Completed, Some(winner)), Some(luck));
    }
    account.removed(race)
}

/// The mean and the half-width over 1,000 matches of ten games.
fn over_matches(race: &Race, terms: Terms) -> (f64, f64) {
    let shares = (0..1000).map(|seed| removed(race, terms, 10, seed).of(0).unwrap().removed.share);
    let found = cardsharp_game::interval::Estimate::of(&shares.collect::<Vec<_>>());
    (found.mean, found.half_width)
}

#[test]
fn a_thousand_matches_agree_with_the_exact_value_whatever_the_baseline() {
    let exact = exact();
    let wrong = Terms { believed: [[0.1, 0.9, 0.0], [0.9, 0.0, 0.1]], ..ALL };
    for (prior, terms, most) in [(exact, ALL, 0.008), (0.1, ALL, 0.02), (0.9, wrong, 0.05)] {
        let (mean, half_width) = over_matches(&small_race(prior), terms);
        assert!((mean - exact).abs() < half_width, "{mean} ± {half_width}, {exact}");
        assert!(half_width < most, "{half_width}");
    }
}

#[test]
fn every_term_takes_away_variance_and_only_with_its_sign() {
    let race = small_race(0.5);
    let wide = |terms: Terms| {
        let found = removed(&race, terms, 2000, 1).of(0).unwrap();
        (found.removed.half_width.unwrap(), found.plain.half_width.unwrap())
    };
    let (narrow, plain) = wide(ALL);
    assert!(narrow < plain / 10.0, "{narrow}, {plain}");
    for terms in [Terms { deal: 0.0, ..ALL }, Terms { end: 0.0, ..ALL }] {
        assert!(wide(terms).0 > 3.0 * narrow);
    }
    for terms in [Terms { deal: -1.0, ..ALL }, Terms { end: -1.0, ..ALL }] {
        assert!(wide(terms).0 > 5.0 * narrow);
    }
}

#[test]
fn a_baseline_that_says_nothing_is_left_out() {
    let race = small_race(0.5);
    let noise = Terms { end: 0.0, believed: [[0.0, 0.5, 0.5], [1.0, 0.0, 0.0]], ..ALL };
    let noisy = removed(&race, noise, 2000, 2).of(0).unwrap();
    assert!(noisy.removed.half_width.unwrap() < 1.02 * noisy.plain.half_width.unwrap(), "{noisy:?}");
}

#[test]
fn games_without_luck_count_as_they_ended_and_abandoned_ones_do_not() {
    let mut account = LuckAccount::default();
    let place = |set| GamePlace { of_match: 0, set, first: 0, game: 0 };
    account.add(place(0), 0, (Ending::Completed, Some(0)), None);
    account.add(place(1), 1, (Ending::Completed, None), None);
    account.add(place(2), 0, (Ending::Abandoned, None), None);
    account.add(place(1), 1, (Ending::Forfeited, Some(0)), None);
    let found = account.removed(&small_race(0.5));
    assert_eq!((found.games, found.corrected), (2, 0));
    let [one, other] = [0, 1].map(|agent| found.of(agent).unwrap());
    assert_eq!([one.plain.share, one.removed.share, other.removed.share], [1.0, 1.0, 0.0]);
    let seats = |agent: &WithoutLuck| agent.seats.iter().map(|seat| seat.unwrap().plain.share).collect::<Vec<_>>();
    assert_eq!([seats(&one), seats(&other)], [[1.0, 1.0], [0.0, 0.0]]);
    assert_eq!(one.seats[0].unwrap().removed.half_width, None);
}
