//! The match as a stochastic game: the leader's chance of winning from each score.
//!
//! Let V(a,b) be the chance of winning the game of the player who leads the next hand, with `a`
//! points against `b`. A hand ends with the leader's point, V(a+1,b), the follower's, 1 - V(b+1,a)
//! (he leads then), nobody's, V(a,b) again, or the game. Scores are solved backwards from (9,9); a
//! tie makes V(a,b) its own payoff, which is found as a fixed point.

use ndarray::Array2;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::classes::Score;
use crate::contests::challenge::infosets::Payoffs;
use crate::contests::challenge::rules::{Challenge, POINTS_TO_WIN};

/// V(a,b) for all scores, with what is known of their error.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameValues {
    /// The parameters of the game.
    pub game: Challenge,
    /// Row `a`, column `b`: the chance of winning of the leader of the next hand, with `a` points
    /// against `b`.
    pub values: Vec<Vec<f64>>,
    /// The remaining error of each value: see [`Bounds`].
    pub residual: Vec<Vec<f64>>,
    /// How they were found, in words and commands.
    pub method: String,
}

/// A hand's value as a solver found it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The leader's chance of winning the game.
    pub value: f64,
    /// How far the true value may be: what a best response to the solution gains in the worse seat,
    /// and the sampling error of `value`.
    pub error: f64,
}

/// Why a table of values is refused.
#[derive(Debug, Error)]
pub enum ValuesError {
    /// It is not the JSON it should be.
    #[error("{name}: {source}; make it again with `cardsharp values --solve`")]
    Unreadable {
        /// The file.
        name: String,
        /// What is wrong.
        source: serde_json::Error,
    },
    /// It has not 10 rows of 10 chances.
    #[error(
        "{0} does not hold 10 rows of 10 chances; make it again with `cardsharp values --solve`"
    )]
    Shape(String),
}

/// The values of the contest's game, solved beforehand.
const CONTEST: &str = include_str!("../../../../data/challenge/values.json");

impl GameValues {
    /// The stored values of the contest's game.
    pub fn contest() -> Result<GameValues, ValuesError> {
        Self::parse(CONTEST, "the stored table of values")
    }

    /// Reads a table; `name` is for errors.
    pub fn parse(json: &str, name: &str) -> Result<GameValues, ValuesError> {
        let values: GameValues =
            serde_json::from_str(json).map_err(|source| ValuesError::Unreadable {
                name: name.to_owned(),
                source,
            })?;
        let size = usize::from(POINTS_TO_WIN);
        let square = |rows: &Vec<Vec<f64>>| {
            let chance = |value: &f64| (0.0..=1.0).contains(value);
            rows.len() == size
                && rows
                    .iter()
                    .all(|row| row.len() == size && row.iter().all(chance))
        };
        if square(&values.values) && square(&values.residual) {
            Ok(values)
        } else {
            Err(ValuesError::Shape(name.to_owned()))
        }
    }

    /// V at a score, which may be the end of the game.
    pub fn at(&self, leader: u8, follower: u8) -> f64 {
        if leader >= POINTS_TO_WIN {
            1.0
        } else if follower >= POINTS_TO_WIN {
            0.0
        } else {
            self.values[usize::from(leader)][usize::from(follower)]
        }
    }

    /// What the outcomes of the hand at `score` are worth to its leader.
    pub fn payoffs(&self, score: Score) -> Payoffs {
        let Score { leader, follower } = score;
        Payoffs {
            win: self.at(leader + 1, follower),
            // The winner of the hand leads the next; a game that is over has no next.
            lose: if follower + 1 >= POINTS_TO_WIN {
                0.0
            } else {
                1.0 - self.at(follower + 1, leader)
            },
            tie: self.at(leader, follower),
        }
    }

    /// The values as a matrix, row `a`, column `b`.
    pub fn matrix(&self) -> Array2<f64> {
        let size = usize::from(POINTS_TO_WIN);
        Array2::from_shape_fn((size, size), |(a, b)| self.values[a][b])
    }

    /// Solves all scores backwards. `solve` finds the value of one hand, given its score and
    /// payoffs with the current guess of V for a tie, and is called again until the guess agrees
    /// with the answer within `tolerance`, or `rounds` times.
    pub fn solve<E>(
        game: Challenge,
        tolerance: f64,
        rounds: usize,
        method: String,
        mut solve: impl FnMut(Score, Payoffs) -> Result<Bounds, E>,
    ) -> Result<GameValues, E> {
        let size = usize::from(POINTS_TO_WIN);
        let mut table = GameValues {
            game,
            values: vec![vec![0.5; size]; size],
            residual: vec![vec![1.0; size]; size],
            method,
        };
        for score in backwards() {
            let (a, b) = (usize::from(score.leader), usize::from(score.follower));
            // A neighbour's value is a better first guess for a tie than a half.
            let payoffs = table.payoffs(score);
            table.values[a][b] = (payoffs.win + payoffs.lose) / 2.0;
            for _ in 0..rounds.max(1) {
                let guess = table.values[a][b];
                let found = solve(score, table.payoffs(score))?;
                let change = (found.value - guess).abs();
                table.values[a][b] = found.value;
                table.residual[a][b] = (found.error + change).min(1.0);
                if change <= tolerance {
                    break;
                }
            }
        }
        Ok(table)
    }
}

/// Every score after those its hand can lead to.
fn backwards() -> impl Iterator<Item = Score> {
    let mut scores: Vec<Score> = Score::all().collect();
    scores.sort_by_key(|score| std::cmp::Reverse(score.leader + score.follower));
    scores.into_iter()
}
