//! The parts that work is divided into, so that several processes share it.

use serde::{Deserialize, Serialize};

/// One of equal parts of some work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// The number of the shard, from 1.
    pub number: usize,
    /// The number of shards.
    pub of: usize,
}

impl Shard {
    /// All of the work.
    pub const WHOLE: Shard = Shard { number: 1, of: 1 };

    /// The steps of this shard, if the work is `steps` steps in order and every shard takes a run of them.
    pub fn run_of(self, steps: u64) -> std::ops::Range<u64> {
        let until = |shards: usize| {
            let share = u128::from(steps) * shards as u128 / self.of as u128;
            // A share of the steps is no more than the steps.
            share as u64
        };
        until(self.number - 1)..until(self.number)
    }

    /// The steps of this shard, if it takes one of so many steps in order.
    pub fn every<I: IntoIterator>(self, steps: I) -> impl Iterator<Item = I::Item> {
        steps.into_iter().skip(self.number - 1).step_by(self.of)
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl std::str::FromStr for Shard {
    type Err = String;

    /// Reads the form `2/8`.
    fn from_str(text: &str) -> Result<Shard, String> {
        let numbers = text.split_once('/');
        let numbers = numbers.and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match numbers {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Shard { number, of }),
            _ => Err(format!("{text} is no shard: write 2/8 for the second of eight")),
        }
    }
}

#[cfg(test)]
#[path = "../tests/unit/shard.rs"]
mod tests;
