//! The loop over one target.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::{Duration, Instant};

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{Target, guard, mutate};

/// The most inputs that are kept because their outcome was new.
const MOST_KEPT: usize = 4096;

/// The end of a search that finds nothing.
#[derive(Clone, Copy, Debug)]
pub enum Until {
    /// After this many inputs.
    Runs(u64),
    /// After this time.
    Time(Duration),
}

/// What a search has done.
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
pub fn search(
    target: &Target,
    examples: Vec<Vec<u8>>,
    seed: u64,
    until: Until,
    mut before: impl FnMut(&[u8]),
) -> Found {
    let mut hasher = DefaultHasher::new();
    target.name.hash(&mut hasher);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed ^ hasher.finish());
    let begun = Instant::now();
    let (mut found, mut known) = (Found::default(), HashSet::new());
    let (mut kept, given) = (examples.clone(), examples.len());
    let mut examples = examples.into_iter();
    loop {
        let is_over = match until {
            Until::Runs(runs) => found.runs >= runs,
            Until::Time(time) => begun.elapsed() >= time,
        };
        let example = examples.next();
        if example.is_none() && is_over {
            break;
        }
        let input = example.unwrap_or_else(|| changed(&kept, target.words, &mut rng));
        before(&input);
        found.runs += 1;
        match guard::run(target, &input) {
            Ok(outcome) => {
                found.taken += u64::from(outcome.is_taken());
                let is_new = outcome.kinds().fold(false, |new, kind| known.insert(kind) | new);
                if is_new && found.runs > given as u64 && kept.len() < MOST_KEPT {
                    kept.push(input);
                }
            }
            Err(fault) => {
                found.fault = Some(fault);
                break;
            }
        }
    }
    found.kinds = known.len();
    found
}

/// A changed copy of one of these inputs. The later ones, which have got further, are taken more often.
fn changed(kept: &[Vec<u8>], words: &[&str], rng: &mut Xoshiro256PlusPlus) -> Vec<u8> {
    let first = if rng.random() { 0 } else { kept.len() / 2 };
    let mut input = kept[rng.random_range(first..kept.len())].clone();
    let other = &kept[rng.random_range(0..kept.len())];
    mutate::mutate(&mut input, other, words, rng);
    input
}
