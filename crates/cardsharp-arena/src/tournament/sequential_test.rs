//! A sequential test of two agents: it plays no more games than the comparison needs.
//!
//! The generalised sequential probability ratio test (A. Wald, "Sequential tests of statistical hypotheses", 1945;
//! X. Li, J. Liu, Z. Ying, "Generalized sequential probability ratio test for separate families of hypotheses",
//! Sequential Analysis 33, 2014). The score of a set of duplicates is taken as normal with an unknown variance.

use serde::{Deserialize, Serialize};

use crate::Moments;

/// The fewest sets of duplicates after which the test decides. Before, the variance is hardly known.
const FEWEST_SETS: u64 = 20;
/// Sets that are taken as won by one agent and by the other, when the variance is estimated.
const PRIOR_SETS: f64 = 2.0;

/// A comparison of two agents.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SequentialTest {
    /// The agent that is thought to be better.
    pub better: usize,
    /// The agent that it is compared with.
    pub worse: usize,
    /// The difference of ratings, in Elo, at which the two are as good as equal, and the one that matters.
    pub elo: [f64; 2],
    /// The greatest probability of a false decision, in either hypothesis.
    pub error: f64,
}

/// What a test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// The difference is at least the second of the two.
    Better,
    /// The difference is at most the first of the two.
    NotBetter,
    /// More games are needed.
    Open,
}

/// The share of games that a difference of ratings gives.
pub fn share_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

impl SequentialTest {
    /// The logarithm of the likelihood of the second hypothesis over that of the first. `moments` has the sets in
    /// which both played, and `index` is where the better agent stands in them.
    pub fn log_ratio(&self, moments: &Moments, index: usize) -> f64 {
        let sets = moments.sets() as f64;
        if sets == 0.0 {
            return 0.0;
        }
        let [low, high] = self.elo.map(share_of_elo);
        let share = moments.share(index);
        let a_set = moments.played() / sets;
        // The score of a set over the number of its games has this variance.
        let squares = moments.deviations([index; 2], [share; 2]) / (a_set * a_set);
        let variance = (squares + PRIOR_SETS * 0.25) / (sets + PRIOR_SETS);
        sets * (high - low) * (2.0 * share - low - high) / (2.0 * variance)
    }

    /// The ends of the interval of the ratio in which the test goes on.
    pub fn bounds(&self) -> [f64; 2] {
        let end = ((1.0 - self.error) / self.error).ln();
        [-end, end]
    }

    /// The decision after these sets.
    pub fn decision(&self, moments: &Moments, index: usize) -> Decision {
        let [low, high] = self.bounds();
        match self.log_ratio(moments, index) {
            _ if moments.sets() < FEWEST_SETS => Decision::Open,
            ratio if ratio >= high => Decision::Better,
            ratio if ratio <= low => Decision::NotBetter,
            _ => Decision::Open,
        }
    }
}
