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
        Score { leader: points[usize::from(!self.leads)], follower: points[usize::from(self.leads)] }
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
        let mut solved = ScoreValues { values: vec![0.5; STANDINGS], ways: vec![Continuation::default(); STANDINGS] };
        for standing in Standing::backwards() {
            let payoffs = solved.payoffs(standing);
            let values = prospects(standing).iter().map(|prospect| (prospect.value(payoffs), prospect));
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
            Standing { own: POINTS_TO_WIN.., .. } => 1.0,
            Standing { theirs: POINTS_TO_WIN.., .. } => 0.0,
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
            win: self.at(Standing { own: own + 1, theirs, leads: true }),
            lose: self.at(Standing { own, theirs: theirs + 1, leads: false }),
            tie: self.at(standing),
        }
    }
}

impl Prospect {
    /// The value of playing the hand again after every tie.
    fn value(&self, payoffs: Payoffs) -> f64 {
        let shares = Outcome::ALL.into_iter().zip(self.outcomes);
        let decided = shares.filter(|(outcome, _)| *outcome != Outcome::Tied);
        let (sum, all) = decided
            .fold((0.0, 0.0), |(sum, all), (outcome, share)| (sum + share * outcome.value(payoffs), all + share));
        if all > 0.0 { sum / all } else { payoffs.tie }
    }
}

#[cfg(test)]
#[path = "../../tests/unit/memory/score_values.rs"]
mod tests;
