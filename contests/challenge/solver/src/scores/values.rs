//! The match as a stochastic game: the leader's probability of winning from each score.
//!
//! Let V(a,b) be the probability that the player who leads the next hand wins the game, with `a`
//! points against `b`. A hand ends in one of four ways. The leader scores: V(a+1,b). The follower
//! scores and then leads: 1 - V(b+1,a). Nobody scores: V(a,b) again. Or the game ends. Scores are
//! solved backwards from (9,9). A tie makes V(a,b) its own payoff, which is found as a fixed point.

use ndarray::Array2;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::score::Score;
use crate::infosets::Payoffs;
use cardsharp_challenge_game::rules::{POINTS_TO_WIN, Params};

/// V(a,b) for all scores, with bounds on their error.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameValues {
    /// The parameters of the game.
    pub game: Params,
    /// Row `a`, column `b`: the probability that the leader of the next hand wins, with `a` points against `b`.
    pub values: Vec<Vec<f64>>,
    /// The remaining error of each value: see [`Bounds`].
    pub residual: Vec<Vec<f64>>,
    /// The method that found them, in words and commands.
    pub method: String,
}

/// The value of a hand as a solver found it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The leader's probability of winning the game.
    pub value: f64,
    /// The largest distance to the true value: the gain of a best response to the solution in the
    /// worse seat, and the sampling error of `value`.
    pub error: f64,
}

/// A reason why a table of values is rejected.
#[derive(Debug, Error)]
pub enum ValuesError {
    /// The text is not the JSON of a table of values.
    #[error("{name}: {source}; make it again with `cardsharp values --solve`")]
    Unreadable {
        /// The file.
        name: String,
        /// The error.
        source: serde_json::Error,
    },
    /// It has not 10 rows of 10 probabilities.
    #[error("{0} does not hold 10 rows of 10 chances; make it again with `cardsharp values --solve`")]
    Shape(String),
    /// Two tables are not of one game and one method.
    #[error(
        "{name} has {game}, {method}, unlike the tables before it: tables that the same options have made are put together"
    )]
    Other {
        /// The file.
        name: String,
        /// Its game.
        game: Params,
        /// Its method.
        method: String,
    },
    /// Two tables have different values for a score.
    #[error("{name} has another value for {score} than the tables before it: leave one of them out")]
    Twice {
        /// The file.
        name: String,
        /// The score.
        score: Score,
    },
}

/// The values of the contest's game, solved beforehand.
const CONTEST: &str = include_str!("../../data/values.json");

impl GameValues {
    /// The stored values of the contest's game.
    pub fn contest() -> Result<GameValues, ValuesError> {
        Self::parse(CONTEST, "the stored table of values")
    }

    /// Reads a table; `name` is for error messages.
    pub fn parse(json: &str, name: &str) -> Result<GameValues, ValuesError> {
        let values: GameValues =
            serde_json::from_str(json).map_err(|source| ValuesError::Unreadable { name: name.to_owned(), source })?;
        let chance = |value: &f64| (0.0..=1.0).contains(value);
        if square(&values.values, chance) && square(&values.residual, chance) {
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

    /// The payoffs of the hand at `score`, for its leader.
    pub fn payoffs(&self, score: Score) -> Payoffs {
        let Score { leader, follower } = score;
        Payoffs {
            win: self.at(leader + 1, follower),
            // The winner of the hand leads the next; after the end of the game there is no next.
            lose: if follower + 1 >= POINTS_TO_WIN { 0.0 } else { 1.0 - self.at(follower + 1, leader) },
            tie: self.at(leader, follower),
        }
    }

    /// The values as a matrix, row `a`, column `b`.
    pub fn matrix(&self) -> Array2<f64> {
        let size = usize::from(POINTS_TO_WIN);
        Array2::from_shape_fn((size, size), |(a, b)| self.values[a][b])
    }
}

/// V(a,b) for the scores that are solved up to now. Its JSON is that of [`GameValues`], with `null`
/// where nothing is known yet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PartialValues {
    /// The parameters of the game.
    pub game: Params,
    values: Vec<Vec<Option<f64>>>,
    residual: Vec<Vec<Option<f64>>>,
    /// The method that finds them.
    pub method: String,
}

impl PartialValues {
    /// A table without solved scores.
    pub fn new(game: Params, method: String) -> PartialValues {
        let size = usize::from(POINTS_TO_WIN);
        PartialValues { game, values: vec![vec![None; size]; size], residual: vec![vec![None; size]; size], method }
    }

    /// Reads the table that a run has left; `name` is for error messages.
    pub fn parse(json: &str, name: &str) -> Result<PartialValues, ValuesError> {
        let partial: PartialValues =
            serde_json::from_str(json).map_err(|source| ValuesError::Unreadable { name: name.to_owned(), source })?;
        if square(&partial.values, is_chance) && square(&partial.residual, is_chance) {
            Ok(partial)
        } else {
            Err(ValuesError::Shape(name.to_owned()))
        }
    }

    /// The values, row `a`, column `b`: see [`GameValues::values`].
    pub fn values(&self) -> &[Vec<Option<f64>>] {
        &self.values
    }

    /// The errors: see [`GameValues::residual`].
    pub fn residual(&self) -> &[Vec<Option<f64>>] {
        &self.residual
    }

    /// The number of scores that are solved.
    pub fn solved(&self) -> usize {
        Score::all().filter(|score| self.known(*score).is_some()).count()
    }

    fn known(&self, score: Score) -> Option<f64> {
        let (a, b) = (usize::from(score.leader), usize::from(score.follower));
        // A value without its residual is not finished.
        self.residual[a][b].and(self.values[a][b])
    }

    /// The next score to solve, with the payoffs of its hand. Every score comes after those that
    /// its hand can lead to. The payoff of a tie, V(a,b) itself, is a guess: the middle of the
    /// payoffs of winning and losing. None if all are solved.
    pub fn next(&self) -> Option<(Score, Payoffs)> {
        let mut open: Vec<Score> = Score::all().filter(|score| self.known(*score).is_none()).collect();
        open.sort_by_key(|score| std::cmp::Reverse(score.leader + score.follower));
        // All later scores are solved: they have a point more.
        let score = *open.first()?;
        Some((score, self.payoffs(score)?))
    }

    /// The payoffs of the hand at a score, with the guess for the tie; none if a score is missing to which the hand can
    /// lead.
    pub fn payoffs(&self, score: Score) -> Option<Payoffs> {
        let at = |leader, follower| self.known(Score { leader, follower });
        let win = match score.leader + 1 {
            POINTS_TO_WIN => 1.0,
            leader => at(leader, score.follower)?,
        };
        let lose = match score.follower + 1 {
            POINTS_TO_WIN => 0.0,
            follower => 1.0 - at(follower, score.leader)?,
        };
        let tie = (win + lose) / 2.0;
        Some(Payoffs { win, lose, tie })
    }

    /// Takes the scores of another table into this one. `name` is the other table's, for the error message.
    ///
    /// # Errors
    ///
    /// The tables are not of one game and one method, or have different values for a score.
    pub fn merge(&mut self, other: &PartialValues, name: &str) -> Result<(), ValuesError> {
        if (self.game, &self.method) != (other.game, &other.method) {
            return Err(ValuesError::Other { name: name.to_owned(), game: other.game, method: other.method.clone() });
        }
        for score in Score::all().filter(|score| other.known(*score).is_some()) {
            let (a, b) = (usize::from(score.leader), usize::from(score.follower));
            let (value, residual) = (other.values[a][b], other.residual[a][b]);
            let own = (self.values[a][b], self.residual[a][b]);
            if self.known(score).is_some() && own != (value, residual) {
                return Err(ValuesError::Twice { name: name.to_owned(), score });
            }
            self.values[a][b] = value;
            self.residual[a][b] = residual;
        }
        Ok(())
    }

    /// Records the result for a score.
    pub fn set(&mut self, score: Score, found: Bounds) {
        let (a, b) = (usize::from(score.leader), usize::from(score.follower));
        self.values[a][b] = Some(found.value.clamp(0.0, 1.0));
        self.residual[a][b] = Some(found.error.clamp(0.0, 1.0));
    }

    /// The whole table, once every score is solved.
    pub fn complete(&self) -> Option<GameValues> {
        let whole = |rows: &[Vec<Option<f64>>]| -> Option<Vec<Vec<f64>>> {
            rows.iter().map(|row| row.iter().copied().collect()).collect()
        };
        Some(GameValues {
            game: self.game,
            values: whole(&self.values)?,
            residual: whole(&self.residual)?,
            method: self.method.clone(),
        })
    }
}

impl From<GameValues> for PartialValues {
    fn from(whole: GameValues) -> PartialValues {
        let some = |rows: Vec<Vec<f64>>| rows.into_iter().map(|row| row.into_iter().map(Some).collect()).collect();
        PartialValues {
            game: whole.game,
            values: some(whole.values),
            residual: some(whole.residual),
            method: whole.method,
        }
    }
}

/// True if there are 10 rows of 10 that are `sound`.
fn square<T>(rows: &[Vec<T>], sound: impl Fn(&T) -> bool) -> bool {
    let size = usize::from(POINTS_TO_WIN);
    rows.len() == size && rows.iter().all(|row| row.len() == size && row.iter().all(&sound))
}

fn is_chance(value: &Option<f64>) -> bool {
    value.is_none_or(|value| (0.0..=1.0).contains(&value))
}

#[cfg(test)]
#[path = "../../tests/unit/scores/values.rs"]
mod tests;
