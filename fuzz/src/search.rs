//! The loop over one target.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::{Duration, Instant};

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{Outcome, Target, guard, mutate};

/// The most inputs of a kind that are kept because their outcome was new.
const MOST_KEPT: usize = 4096;

/// The length from which an input is long, whatever the examples are like.
const LONG: usize = 1 << 10;

/// The end of a search that finds nothing.
#[derive(Clone, Copy, Debug)]
pub enum Until {
    /// After this many inputs.
    Runs(u64),
    /// After this time.
    Time(Duration),
}

/// The way in which a target is searched.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The seed of the mutations.
    pub seed: u64,
    /// The end, if nothing is found.
    pub until: Until,
    /// The most processor time of an input.
    pub patience: Duration,
}

/// The work of a search, and its fault.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The number of inputs.
    pub runs: u64,
    /// The number of inputs that a parser has taken.
    pub taken: u64,
    /// The number of different answers of the parsers.
    pub kinds: usize,
    /// The fault of the last input.
    pub fault: Option<String>,
}

/// Gives the examples and then changed copies of them to a target, until it shows a fault or the search ends. Each input
/// goes to `before` first. The same examples, seed and number of runs give the same inputs.
pub fn search(target: &Target, examples: Vec<Vec<u8>>, plan: Plan, mut before: impl FnMut(&[u8])) -> Found {
    let mut hasher = DefaultHasher::new();
    target.name.hash(&mut hasher);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(plan.seed ^ hasher.finish());
    let begun = Instant::now();
    let mut found = Found::default();
    let mut kept = Kept::new(examples.clone());
    let mut examples = examples.into_iter();
    loop {
        let is_over = match plan.until {
            Until::Runs(runs) => found.runs >= runs,
            Until::Time(time) => begun.elapsed() >= time,
        };
        let example = examples.next();
        if example.is_none() && is_over {
            break;
        }
        let is_example = example.is_some();
        let input = example.unwrap_or_else(|| kept.changed(target.words, &mut rng));
        before(&input);
        found.runs += 1;
        match guard::run(target, &input, plan.patience) {
            Ok(outcome) => {
                found.taken += u64::from(outcome.is_taken());
                if kept.is_new(&outcome) && !is_example {
                    kept.keep(input, outcome.is_taken());
                }
            }
            Err(fault) => {
                found.fault = Some(fault);
                break;
            }
        }
    }
    found.kinds = kept.known.len();
    found
}

/// The inputs that are changed.
struct Kept {
    /// The examples, and inputs that a parser has taken.
    taken: Vec<Vec<u8>>,
    /// Inputs that were refused for a new reason.
    refused: Vec<Vec<u8>>,
    /// The kinds of answers so far.
    known: HashSet<u64>,
    /// The longest input that is kept. Long ones take more time, and seldom show more.
    longest: usize,
}

impl Kept {
    fn new(examples: Vec<Vec<u8>>) -> Kept {
        let longest = examples.iter().map(Vec::len).max().unwrap_or_default();
        Kept { taken: examples, longest: (2 * longest).max(LONG), refused: Vec::new(), known: HashSet::new() }
    }

    /// True if the outcome has an answer of a new kind.
    fn is_new(&mut self, outcome: &Outcome) -> bool {
        let before = self.known.len();
        self.known.extend(outcome.kinds());
        self.known.len() > before
    }

    fn keep(&mut self, input: Vec<u8>, is_taken: bool) {
        let inputs = if is_taken { &mut self.taken } else { &mut self.refused };
        if inputs.len() < MOST_KEPT && input.len() <= self.longest {
            inputs.push(input);
        }
    }

    /// A changed copy of an input. Most are of those that were taken: what was refused is mostly refused again.
    fn changed(&self, words: &[&str], rng: &mut Xoshiro256PlusPlus) -> Vec<u8> {
        let inputs = if self.refused.is_empty() || rng.random_ratio(4, 5) { &self.taken } else { &self.refused };
        // The later ones have got further.
        let first = if rng.random() { 0 } else { inputs.len() / 2 };
        let mut input = inputs[rng.random_range(first..inputs.len())].clone();
        let other = &self.taken[rng.random_range(0..self.taken.len())];
        mutate::mutate(&mut input, other, words, rng);
        input
    }
}
