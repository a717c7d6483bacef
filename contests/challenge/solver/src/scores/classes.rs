//! Classes of scores that share a policy.

use super::score::Score;
use super::values::GameValues;
use crate::infosets::Payoffs;

/// A set of payoffs, and the payoffs that each score uses. Scores at which a point is worth nearly
/// the same share one class, and so one policy.
#[derive(Clone, Debug, PartialEq)]
pub struct Classes {
    /// The payoffs of each class.
    pub payoffs: Vec<Payoffs>,
    /// The class of each score, in the order of [`Score::all`].
    pub of_score: Vec<u8>,
}

impl Classes {
    /// One class for all scores, with these payoffs.
    pub fn one(payoffs: Payoffs) -> Classes {
        Classes { payoffs: vec![payoffs], of_score: vec![0; 100] }
    }

    /// Groups the scores so that within a class no payoff is further than `radius` from that of the class. Scores are
    /// taken in order. Each joins the nearest class within reach, or begins a new one.
    pub fn of_values(values: &GameValues, radius: f64) -> Classes {
        let mut classes = Classes { payoffs: Vec::new(), of_score: Vec::new() };
        for score in Score::all() {
            let payoffs = values.payoffs(score);
            let nearest = classes.nearest(payoffs);
            let class = match nearest {
                Some((class, distance)) if distance <= radius => class,
                _ => {
                    classes.payoffs.push(payoffs);
                    classes.payoffs.len() - 1
                }
            };
            classes.of_score.push(class as u8);
        }
        classes
    }

    /// Groups the scores with the smallest radius, found by bisection, that makes no more than `most` classes.
    pub fn at_most(values: &GameValues, most: usize) -> Classes {
        let (mut low, mut high) = (0.0, 1.0);
        let all = Classes::of_values(values, 0.0);
        if all.payoffs.len() <= most {
            return all;
        }
        for _ in 0..40 {
            let middle = (low + high) / 2.0;
            if Classes::of_values(values, middle).payoffs.len() <= most {
                high = middle;
            } else {
                low = middle;
            }
        }
        Classes::of_values(values, high)
    }

    /// The class with the nearest payoffs, and the largest difference of a payoff from them.
    pub fn nearest(&self, payoffs: Payoffs) -> Option<(usize, f64)> {
        let distances = self.payoffs.iter().map(|other| distance(*other, payoffs));
        distances.enumerate().min_by(|(_, one), (_, other)| one.total_cmp(other))
    }

    /// The class of a score.
    pub fn class(&self, score: Score) -> u8 {
        self.of_score.get(score.index()).copied().unwrap_or(0)
    }
}

fn distance(one: Payoffs, other: Payoffs) -> f64 {
    let differences = [one.win - other.win, one.lose - other.lose, one.tie - other.tie];
    differences.into_iter().map(f64::abs).fold(0.0, f64::max)
}
