//! Negative numbers as the values of options, which no option takes.

use std::ffi::{OsStr, OsString};

/// Joins a word that begins like a negative number (`-1`, `-1s`) to the option before it. The error then
/// names that option. No option of this program begins like a number.
pub(super) fn negatives_joined(words: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let negative = |word: &OsStr| {
        let begins = word.as_encoded_bytes().strip_prefix(b"-");
        begins.is_some_and(|rest| rest.first().is_some_and(|byte| b"0123456789.".contains(byte)))
    };
    let option = |word: &OsStr| {
        let word = word.as_encoded_bytes();
        word.len() > 2 && word.starts_with(b"--") && !word.contains(&b'=')
    };
    let mut joined: Vec<OsString> = Vec::new();
    let mut words = words.peekable();
    while let Some(word) = words.next() {
        if word == "--" {
            // The command lines of contestants follow.
            joined.push(word);
            joined.extend(words);
            break;
        }
        match words.next_if(|next| option(&word) && negative(next)) {
            Some(value) => {
                let mut both = word;
                both.push("=");
                both.push(value);
                joined.push(both);
            }
            None => joined.push(word),
        }
    }
    joined
}

#[cfg(test)]
#[path = "../../tests/unit/cli/negative_values.rs"]
mod tests;
