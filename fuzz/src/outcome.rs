//! The answers of the parsers of a target to an input.

use std::collections::{BTreeSet, HashSet};
use std::fmt::Display;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The words of a message that tell its kind.
const MOST_WORDS: usize = 24;
/// The beginning of an input in which words of messages are looked for.
const LOOKED_THROUGH: usize = 1 << 12;

/// The answers of the parsers to one input.
///
/// An answer of a new kind shows that the input got further than those before it, so the input is worth being changed
/// again. The kind of an error is in its words, but for those that repeat the input.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    input: String,
    /// The answers so far, word for word.
    heard: HashSet<u64>,
    kinds: BTreeSet<u64>,
    taken: bool,
}

impl Outcome {
    /// The outcome of an input that no parser has read yet.
    pub fn of_input(input: &[u8]) -> Outcome {
        let beginning = &input[..input.len().min(LOOKED_THROUGH)];
        Outcome { input: String::from_utf8_lossy(beginning).into_owned(), ..Outcome::default() }
    }

    /// The parser called `by` has taken the input. `what` tells kinds of values apart.
    pub fn taken(&mut self, by: &str, what: impl Display) {
        self.taken = true;
        self.add("taken", by, &what.to_string());
    }

    /// The parser called `by` has refused the input.
    ///
    /// # Panics
    ///
    /// The error says nothing.
    pub fn refused(&mut self, by: &str, error: impl Display) {
        let error = error.to_string();
        assert!(!error.trim().is_empty(), "{by} refuses without a reason");
        self.add("refused", by, &error);
    }

    /// Notes the answer of the parser called `by`, and returns the value.
    pub fn of<T, E: Display>(&mut self, by: &str, read: Result<T, E>) -> Option<T> {
        match read {
            Ok(value) => {
                self.taken(by, "");
                Some(value)
            }
            Err(error) => {
                self.refused(by, error);
                None
            }
        }
    }

    /// The kinds of answers.
    pub fn kinds(&self) -> impl Iterator<Item = u64> {
        self.kinds.iter().copied()
    }

    /// True if a parser has taken the input.
    pub fn is_taken(&self) -> bool {
        self.taken
    }

    fn add(&mut self, verdict: &str, by: &str, text: &str) {
        if !self.heard.insert(hash_of(&(verdict, by, text))) {
            return;
        }
        let mut hasher = DefaultHasher::new();
        (verdict, by).hash(&mut hasher);
        let words = text.split(|letter: char| !letter.is_ascii_alphabetic());
        let told = words.filter(|word| word.len() > 1).take(MOST_WORDS);
        for word in told.filter(|word| !self.input.contains(word)) {
            word.hash(&mut hasher);
        }
        self.kinds.insert(hasher.finish());
    }
}

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
