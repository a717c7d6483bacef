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
mod tests {
    use clap::Command;

    use crate::cli::parse;
    use crate::cli::subjects::{WRONG, with_subjects};

    /// True if `flag` refuses `value`. The message must then name the flag.
    fn refused(words: &[String], flag: &str, value: &str) -> bool {
        let line = words.iter().map(String::as_str).chain([flag, value]);
        let Err(error) = parse(line) else {
            return false;
        };
        if !WRONG.contains(&error.kind()) {
            return false;
        }
        let said = error.to_string();
        assert!(said.contains(&format!("'{flag}")), "{words:?} {flag} {value}: {said}");
        true
    }

    /// The options of `command` and its subcommands that take a number, after the words that lead there.
    fn numbers(command: &Command, words: &[String]) -> Vec<(Vec<String>, String)> {
        let options = command.get_arguments().filter(|one| one.get_action().takes_values());
        let flags = options.filter_map(|one| Some(format!("--{}", one.get_long()?)));
        let numeric = flags.filter(|flag| {
            let accepts = ["7", "7s"].map(|value| !refused(words, flag, value));
            accepts.contains(&true) && refused(words, flag, "seven")
        });
        let mut found: Vec<_> = numeric.map(|flag| (words.to_vec(), flag)).collect();
        for inner in command.get_subcommands() {
            let words = [words, &[inner.get_name().to_owned()]].concat();
            found.extend(numbers(inner, &words));
        }
        found
    }

    #[test]
    fn every_option_with_a_number_refuses_negative_ones_by_its_name() {
        let mut found = 0;
        for (words, command) in with_subjects() {
            for (words, flag) in numbers(&command, &words) {
                found += 1;
                for negative in ["-1", "-1s", "-.5", "-3GiB"] {
                    let line = format!("{words:?} {flag} {negative}");
                    assert!(refused(&words, &flag, negative), "{line}");
                }
            }
        }
        assert!(found > 200, "{found}");
    }
}
