//! The values of the scores of a game against one opponent.
//!
//! Between equals a score has one value for each seat. Against an opponent who loses most hands, or who offers every hand
//! at some score, the value of going on is another one. It follows from how hands end against this opponent, backwards
//! from the last scores.

use super::continuation::{Continuation, Outcome};
use cardsharp_challenge_game::rules::POINTS_TO_WIN;
use cardsharp_challenge_solver::infosets::Payoffs;
use cardsharp_challenge_solver::opponent::ScoreSituation;
use cardsharp_challenge_solver::scores::Score;

const POINTS: usize = POINTS_TO_WIN as usize;
/// All standings.
const STANDINGS: usize = 2 * POINTS * POINTS;

/// The score before a hand for one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Own points, 0 to 9.
    pub own: u8,
    /// The opponent's points, 0 to 9.
    pub theirs: u8,
    /// True if this player leads the hand.
    pub leads: bool,
}

impl Standing {
    /// The score, the leader of the hand first.
    pub fn score(self) -> Score {
        let points = [self.own, self.theirs];
        Score {
            leader: points[usize::from(!self.leads)],
            follower: points[usize::from(self.leads)],
        }
    }

    /// The situation of the opponent.
    pub fn of_opponent(self) -> ScoreSituation {
        ScoreSituation::of(self.theirs, self.own)
    }

    fn index(self) -> usize {
        (usize::from(self.leads) * POINTS + usize::from(self.own)) * POINTS + usize::from(self.theirs)
    }

    /// All standings, each after those that its hand can lead to, but itself.
    fn backwards() -> impl Iterator<Item = Standing> {
        let points = || (0..POINTS_TO_WIN).rev();
        points().flat_map(move |own| {
            points().flat_map(move |theirs| [false, true].map(|leads| Standing { own, theirs, leads }))
        })
    }
}

/// The probabilities of the outcomes of a hand, in the order of [`Outcome::ALL`].
pub type Distribution = [f64; Outcome::ALL.len()];

/// A way to play a hand, and how hands end with it.
#[derive(Clone, Copy, Debug)]
pub struct Prospect {
    /// The way.
    pub continuation: Continuation,
    /// The probabilities of the outcomes.
    pub outcomes: Distribution,
}

/// The probability of winning the game at each score against one opponent, and the way to play a hand that leads to it.
#[derive(Clone, Debug)]
pub struct ScoreValues {
    values: Vec<f64>,
    ways: Vec<Continuation>,
}

impl ScoreValues {
    /// The values for a player who chooses the best of the `prospects` of each hand.
    pub fn solve<'a>(prospects: impl Fn(Standing) -> &'a [Prospect]) -> ScoreValues {
        let mut solved = ScoreValues {
            values: vec![0.5; STANDINGS],
            ways: vec![Continuation::default(); STANDINGS],
        };
        for standing in Standing::backwards() {
            let payoffs = solved.payoffs(standing);
            let values = prospects(standing)
                .iter()
                .map(|prospect| (prospect.value(payoffs), prospect));
            if let Some((value, best)) = values.max_by(|(one, _), (two, _)| one.total_cmp(two)) {
                solved.values[standing.index()] = value;
                solved.ways[standing.index()] = best.continuation;
            }
        }
        solved
    }

    /// The probability of winning the game before the hand at `standing`.
    pub fn at(&self, standing: Standing) -> f64 {
        match standing {
            Standing {
                own: POINTS_TO_WIN.., ..
            } => 1.0,
            Standing {
                theirs: POINTS_TO_WIN..,
                ..
            } => 0.0,
            open => self.values[open.index()],
        }
    }

    /// The way to play the hand at `standing`.
    pub fn way(&self, standing: Standing) -> Continuation {
        self.ways[standing.index()]
    }

    /// The payoffs of the hand at `standing` for this player. Who scores leads the next hand; after a tie the same player
    /// leads again.
    pub fn payoffs(&self, standing: Standing) -> Payoffs {
        let Standing { own, theirs, .. } = standing;
        Payoffs {
            win: self.at(Standing {
                own: own + 1,
                theirs,
                leads: true,
            }),
            lose: self.at(Standing {
                own,
                theirs: theirs + 1,
                leads: false,
            }),
            tie: self.at(standing),
        }
    }
}

impl Prospect {
    /// The value of playing the hand again after every tie.
    fn value(&self, payoffs: Payoffs) -> f64 {
        let shares = Outcome::ALL.into_iter().zip(self.outcomes);
        let decided = shares.filter(|(outcome, _)| *outcome != Outcome::Tied);
        let (sum, all) = decided.fold((0.0, 0.0), |(sum, all), (outcome, share)| {
            (sum + share * outcome.value(payoffs), all + share)
        });
        if all > 0.0 { sum / all } else { payoffs.tie }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardsharp_solvers::strategy::sample_index;
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    const START: Standing = Standing {
        own: 0,
        theirs: 0,
        leads: true,
    };

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
            let mut standing = Standing {
                leads: game % 2 == 0,
                ..START
            };
            loop {
                let payoffs = solved.payoffs(standing);
                let forecast: f64 = Outcome::ALL
                    .iter()
                    .zip(outcomes)
                    .map(|(end, share)| share * end.value(payoffs))
                    .sum();
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
            assert!(
                (rate - expected).abs() < 4.0 * error + 0.01,
                "{share}: {rate} {expected}"
            );
            rates.push(rate);
        }
        assert!(rates[0] < 0.1 && rates[5] > 0.95, "{rates:?}");
    }

    /// An opponent who offers everything at nine points is accepted with what wins half of the time where the value of
    /// going on is less, and not where it is more.
    #[test]
    fn the_best_way_depends_on_the_value_of_going_on() {
        let of = |accepts: Option<f64>, outcomes| Prospect {
            continuation: Continuation { offers: None, accepts },
            outcomes,
        };
        let coin = of(Some(0.5), [0.0, 0.0, 0.0, 0.5, 0.5]);
        let rejects = of(None, [0.4, 0.6, 0.0, 0.0, 0.0]);
        let ways = [coin, rejects];
        let solved = ScoreValues::solve(|_| &ways);
        let at = |own, theirs| {
            solved.way(Standing {
                own,
                theirs,
                leads: true,
            })
        };
        assert_eq!(at(9, 9), coin.continuation);
        assert_eq!(at(9, 0), rejects.continuation);
        assert_eq!(at(0, 9), coin.continuation);
    }
}
