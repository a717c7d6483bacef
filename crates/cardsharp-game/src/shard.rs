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
mod tests {
    use super::*;

    #[test]
    fn shards_take_every_step_once() {
        for steps in [0, 1, 7, 100, u64::MAX] {
            let mut next = 0;
            for number in 1..=8 {
                let run = Shard { number, of: 8 }.run_of(steps);
                assert_eq!(run.start, next);
                next = run.end;
            }
            assert_eq!(next, steps);
        }
        let of = |number| Shard { number, of: 3 }.every(0..8).collect::<Vec<_>>();
        assert_eq!([of(1), of(2), of(3)].concat(), [0, 3, 6, 1, 4, 7, 2, 5]);
        assert!("0/2".parse::<Shard>().is_err() && "3/2".parse::<Shard>().is_err());
        assert_eq!("2/2".parse(), Ok(Shard { number: 2, of: 2 }));
    }
}
