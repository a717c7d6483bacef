//! The luck of recorded games, which AIVAT removes from results (Burch, Schmid, Moravčík, Morrill and Bowling, "AIVAT: A
//! New Variance Reduction Technique for Agent Evaluation in Imperfect Information Games", AAAI 2018).
//!
//! A game of two agents is a race of parts, such as hands. A part begins in a standing and ends in an outcome, which leads
//! to the next standing. For each chance event, and for each decision of an agent whose probabilities are known, AIVAT
//! takes the baseline value of what came less the expected baseline value. In a part, the value of a position is the
//! probability of each outcome. Its worth in games won follows from the values of the standings.

use std::error::Error;

/// The luck of a part of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct PartLuck {
    /// The standing in which it began.
    pub standing: usize,
    /// The outcome, if the part was played to its end.
    pub outcome: Option<usize>,
    /// The change of the probability of each outcome by luck, summed over the events that are corrected. Its expected value
    /// is 0, whatever the baseline.
    pub luck: Vec<f64>,
}

/// The luck of a game, part by part.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameLuck {
    /// The parts in order.
    pub parts: Vec<PartLuck>,
}

/// The standing after a part, or the winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// A part that begins in this standing.
    Standing(usize),
    /// No part: this agent, 0 or 1, has won the game.
    Won(usize),
}

/// The standings of a race of parts between two agents.
#[derive(Clone, Debug, PartialEq)]
pub struct Race {
    /// The next standing, or the winner, by standing and by outcome.
    pub next: Vec<Vec<Next>>,
    /// The pool of each standing. Parts that begin in standings of one pool are taken to end alike.
    pub pools: Vec<usize>,
    /// The probability that the first agent wins the game, by standing, before anything is known of the two.
    pub prior: Vec<f64>,
}

/// The number of parts from which the values of standings are estimated; with fewer they are those of [`Race::prior`].
const ENOUGH: usize = 500;
/// The weight of all parts in the shares of a pool, in parts.
const SHRINKAGE: f64 = 10.0;
/// The sweeps over the standings. A race gets nearer to its end with every part that is not tied.
const SWEEPS: usize = 200;

impl Race {
    /// The probability that the first agent wins the game, by standing, from how parts of other games ended. A game must
    /// not be corrected by values that follow from itself.
    pub fn values<'p>(&self, parts: impl Iterator<Item = &'p PartLuck>) -> Vec<f64> {
        let outcomes = self.next.first().map_or(0, Vec::len);
        let pools = self.pools.iter().max().map_or(0, |last| last + 1);
        let mut counts = vec![vec![0.0; outcomes]; pools];
        let mut all = vec![1.0; outcomes];
        let mut parts_seen = 0;
        for (part, outcome) in parts.filter_map(|part| Some((part, part.outcome?))) {
            counts[self.pools[part.standing]][outcome] += 1.0;
            all[outcome] += 1.0;
            parts_seen += 1;
        }
        if parts_seen < ENOUGH {
            return self.prior.clone();
        }
        let total: f64 = all.iter().sum();
        for pool in &mut counts {
            let sum: f64 = pool.iter().sum();
            for (count, overall) in pool.iter_mut().zip(&all) {
                *count = (*count + SHRINKAGE * overall / total) / (sum + SHRINKAGE);
            }
        }
        let mut values = self.prior.clone();
        for _ in 0..SWEEPS {
            for standing in (0..values.len()).rev() {
                let shares = counts[self.pools[standing]].iter().enumerate();
                values[standing] = shares.map(|(outcome, share)| share * self.worth(&values, standing, outcome)).sum();
            }
        }
        values
    }

    /// The probability that the first agent wins the game after this outcome of a part.
    pub fn worth(&self, values: &[f64], standing: usize, outcome: usize) -> f64 {
        match self.next[standing][outcome] {
            Next::Standing(next) => values[next],
            Next::Won(agent) => f64::from(u8::from(agent == 0)),
        }
    }

    /// The luck of the first agent in a game, in games won, if the standings have these values.
    pub fn luck(&self, values: &[f64], game: &GameLuck) -> f64 {
        let of_part = |part: &PartLuck| -> f64 {
            let changes = part.luck.iter().enumerate();
            changes.map(|(outcome, change)| change * self.worth(values, part.standing, outcome)).sum()
        };
        game.parts.iter().map(of_part).sum()
    }
}

/// Finds the luck in the recorded games of two agents.
pub trait LuckFinder: Send + Sync {
    /// The race that a game is.
    fn race(&self) -> &Race;

    /// The luck of a game, in which the agent `first` has the first seat. It is a function of the record alone.
    ///
    /// # Errors
    ///
    /// The record is not one of the contest, or a part of the game is missing.
    fn luck(&self, record: &serde_json::Value, first: usize) -> Result<GameLuck, Box<dyn Error + Send + Sync>>;
}

#[cfg(test)]
#[path = "../tests/unit/luck.rs"]
mod tests;
