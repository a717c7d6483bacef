//! What a target says of an input.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The letters of a message that tell its kind. What follows repeats the input.
const MOST_LETTERS: usize = 120;

/// The answers of the parsers to one input.
///
/// An answer of a new kind shows that the input got further than those before it, so the input is worth being changed
/// again. Digits and quoted words of an error belong to the input, and not to the kind of the error.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    kinds: BTreeSet<u64>,
    taken: bool,
}

impl Outcome {
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
        let mut hasher = DefaultHasher::new();
        (verdict, by, kind_of(text)).hash(&mut hasher);
        self.kinds.insert(hasher.finish());
    }
}

/// The part of a message that does not repeat the input.
fn kind_of(text: &str) -> String {
    let mut kind = String::new();
    let mut quote = None;
    for letter in text.chars() {
        match (quote, letter) {
            (Some(end), _) if letter == end => quote = None,
            (Some(_), _) => {}
            (None, '`' | '"') => quote = Some(letter),
            (None, _) if letter.is_ascii_alphabetic() => kind.push(letter),
            (None, _) => {}
        }
        if kind.len() == MOST_LETTERS {
            break;
        }
    }
    kind
}
