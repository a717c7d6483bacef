use super::*;
use cardsharp_solvers::strategy::sample_index;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const START: Standing = Standing { own: 0, theirs: 0, leads: true };

/// A hand of which the player wins the `share` that is not tied; one in fifty is for the game.
fn prospect(share: f64) -> Prospect {
    let [won, lost] = [0.9 * share, 0.9 * (1.0 - share)];
    Prospect {
        continuation: Continuation::default(),
        outcomes: [0.98 * won, 0.98 * lost, 0.1, 0.02 * won, 0.02 * lost],
    }
}

/// The games won and lost, and the sum of results less forecasts and of their squares, in seven games.
fn play_round(solved: &ScoreValues, outcomes: Distribution, rng: &mut impl Rng) -> (f64, f64, f64, f64) {
    let (mut won, mut games, mut sum, mut squares) = (0.0, 0.0, 0.0, 0.0);
    for game in 0..7 {
        let mut standing = Standing { leads: game % 2 == 0, ..START };
        loop {
            let payoffs = solved.payoffs(standing);
            let forecast: f64 = Outcome::ALL.iter().zip(outcomes).map(|(end, share)| share * end.value(payoffs)).sum();
            let end = Outcome::ALL[sample_index(outcomes.into_iter(), rng.random()).unwrap()];
            let gain = end.value(payoffs) - forecast;
            (sum, squares) = (sum + gain, squares + gain * gain);
            match end {
                Outcome::Won => (standing.own, standing.leads) = (standing.own + 1, true),
                Outcome::Lost => (standing.theirs, standing.leads) = (standing.theirs + 1, false),
                Outcome::Tied => continue,
                Outcome::GameWon => standing.own = POINTS_TO_WIN,
                Outcome::GameLost => standing.theirs = POINTS_TO_WIN,
            }
            if standing.own.max(standing.theirs) >= POINTS_TO_WIN {
                break;
            }
        }
        games += 1.0;
        won += f64::from(u8::from(standing.own >= POINTS_TO_WIN));
    }
    (won, games, sum, squares)
}

/// Against a model that is right, results less forecasts have mean 0, and the games won are those forecast.
#[test]
fn forecast_and_settlement_are_in_one_currency_at_any_win_rate() {
    let mut rates = Vec::new();
    for share in [0.3, 0.42, 0.5, 0.58, 0.65, 0.79] {
        let prospects = [prospect(share)];
        let solved = ScoreValues::solve(|_| &prospects);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let (mut won, mut games, mut sum, mut squares) = (0.0, 0.0, 0.0, 0.0);
        for _ in 0..1000 {
            let round = play_round(&solved, prospects[0].outcomes, &mut rng);
            (won, games, sum, squares) = (won + round.0, games + round.1, sum + round.2, squares + round.3);
        }
        assert!(sum.abs() < 3.0 * squares.sqrt(), "{share}: {sum} in {squares}");
        let rate: f64 = won / games;
        let expected = (solved.at(START) + solved.at(Standing { leads: false, ..START })) / 2.0;
        let error = (rate * (1.0 - rate) / games).sqrt();
        assert!((rate - expected).abs() < 4.0 * error + 0.01, "{share}: {rate} {expected}");
        rates.push(rate);
    }
    assert!(rates[0] < 0.1 && rates[5] > 0.95, "{rates:?}");
}

/// An opponent who offers everything at nine points is accepted with what wins half of the time where the value of
/// going on is less, and not where it is more.
#[test]
fn the_best_way_depends_on_the_value_of_going_on() {
    let of =
        |accepts: Option<f64>, outcomes| Prospect { continuation: Continuation { offers: None, accepts }, outcomes };
    let coin = of(Some(0.5), [0.0, 0.0, 0.0, 0.5, 0.5]);
    let rejects = of(None, [0.4, 0.6, 0.0, 0.0, 0.0]);
    let ways = [coin, rejects];
    let solved = ScoreValues::solve(|_| &ways);
    let at = |own, theirs| solved.way(Standing { own, theirs, leads: true });
    assert_eq!(at(9, 9), coin.continuation);
    assert_eq!(at(9, 0), rejects.continuation);
    assert_eq!(at(0, 9), coin.continuation);
}
