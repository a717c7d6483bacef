use clap::Command;

use super::negatives_joined;
use crate::cli::subjects::{WRONG, with_subjects};

/// A command, and the words of a line up to its flags.
struct Line<'a> {
    command: &'a Command,
    words: Vec<String>,
}

impl Line<'_> {
    /// True if `flag` refuses `value`. The message must then name the flag.
    fn refused(&self, flag: &str, value: &str) -> bool {
        let line = self.words.iter().map(String::as_str).chain([flag, value]);
        let line = negatives_joined(line.map(Into::into));
        let Err(error) = self.command.clone().try_get_matches_from(line) else {
            return false;
        };
        if !WRONG.contains(&error.kind()) {
            return false;
        }
        let said = error.to_string();
        assert!(said.contains(&format!("'{flag}")), "{:?} {flag} {value}: {said}", self.words);
        true
    }

    /// Refuses negative values of all options that take a number, of `command` and its subcommands. Returns the number
    /// of these options.
    fn check(&self, command: &Command) -> usize {
        let options = command.get_arguments().filter(|one| one.get_action().takes_values());
        let flags = options.filter_map(|one| Some(format!("--{}", one.get_long()?)));
        let numeric: Vec<String> = flags
            .filter(|flag| {
                let accepts = ["7", "7s"].map(|value| !self.refused(flag, value));
                accepts.contains(&true) && self.refused(flag, "seven")
            })
            .collect();
        for flag in &numeric {
            for negative in ["-1", "-1s", "-.5", "-3GiB"] {
                assert!(self.refused(flag, negative), "{:?} {flag} {negative}", self.words);
            }
        }
        let inner = command.get_subcommands().map(|inner| {
            let words = [&self.words[..], &[inner.get_name().to_owned()]].concat();
            let command = self.command;
            Line { command, words }.check(inner)
        });
        numeric.len() + inner.sum::<usize>()
    }
}

/// Slow: every option of every command is tried.
#[test]
fn every_option_with_a_number_refuses_negative_ones_by_its_name() {
    let checked = with_subjects().into_iter().map(|(words, command)| {
        // The program's name is none of the command's words.
        let line = Line { command: &command, words: words[1..].to_vec() };
        line.check(&command)
    });
    let checked: usize = checked.sum();
    assert!(checked > 200, "{checked}");
}
