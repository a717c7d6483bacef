//! Every command with each subject that it takes, for tests of all flags.

use clap::Command;
use clap::error::ErrorKind;

use super::describe::describe;
use super::parse;
use crate::contests;

/// The kinds of an error about a value.
pub(super) const WRONG: [ErrorKind; 2] = [ErrorKind::ValueValidation, ErrorKind::InvalidValue];

/// The commands as they are described with no subject, with each contest, and with a policy of each; and the words that
/// name them.
pub(super) fn with_subjects() -> Vec<(Vec<String>, Command)> {
    let policies = ["challenge/all-scores", "dead_mans_draw/arena", "tricky_eights/contest"];
    let policies = policies.map(|name| format!("data/{name}.policy"));
    let names = contests::all().map(|contest| contest.name().to_owned());
    let subjects: Vec<String> = names.chain(policies).collect();
    let mut found = Vec::new();
    for command in super::commands() {
        for subject in std::iter::once(None).chain(subjects.iter().map(Some)) {
            let words = ["cardsharp", &command].map(str::to_owned).into_iter();
            let words: Vec<String> = words.chain(subject.cloned()).collect();
            // Not every command takes a contest or a policy.
            if parse(&words).is_err_and(|error| WRONG.contains(&error.kind())) {
                continue;
            }
            let line: Vec<_> = words.iter().map(Into::into).collect();
            let described = describe(&line);
            let Some(described) = described.find_subcommand(&command) else {
                panic!("{command}");
            };
            found.push((words, described.clone()));
        }
    }
    found
}
