//! A match of a tournament, and its result.

use crate::Moments;

/// A match of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The number of the stage, from 0. The matches of a stage do not depend on each other.
    pub stage: usize,
    /// The agents at the table, the best seed first.
    pub agents: Vec<usize>,
}

/// A match that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The match.
    pub pairing: Pairing,
    /// The share of rounds or games that each agent at the table has won.
    pub shares: Vec<f64>,
}

impl Played {
    /// The result of a match of these agents, from its sums.
    pub(super) fn new(stage: usize, agents: Vec<usize>, moments: &Moments) -> Played {
        let shares = (0..agents.len()).map(|index| moments.share(index));
        Played { shares: shares.collect(), pairing: Pairing { stage, agents } }
    }

    /// The points of each agent at the table: the share of the others whom they beat, a tie counting half.
    pub fn points(&self) -> Vec<f64> {
        let beaten = |own: f64, other: f64| match own.total_cmp(&other) {
            std::cmp::Ordering::Less => 0.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 1.0,
        };
        let others = (self.shares.len() - 1) as f64;
        let of = |&own: &f64| {
            let all: f64 = self.shares.iter().map(|&other| beaten(own, other)).sum();
            // Everybody ties with themselves.
            (all - 0.5) / others
        };
        self.shares.iter().map(of).collect()
    }

    /// True if all shares are equal.
    pub fn is_tied(&self) -> bool {
        self.shares.windows(2).all(|pair| pair[0] == pair[1])
    }
}

#[cfg(test)]
#[path = "../../tests/unit/tournament/pairing.rs"]
mod tests;
