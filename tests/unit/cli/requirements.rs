//! Flags that need another flag. One that conflicts with the needed flag must not stand in for it: clap asks for nothing
//! that conflicts with what is there, so that the first flag would be ignored.

use std::collections::BTreeSet;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};

use super::subjects::{WRONG, with_subjects};

/// Words that are values of some flag.
const VALUES: [&str; 11] =
    ["7", "1/2", "7s", "0,0", "1GiB", "x", "x.csv", "x.svg", "x.policy", "greedy", "127.0.0.1:7"];

/// A command, and the words of a line up to its flags.
struct Line<'a> {
    command: &'a Command,
    words: Vec<String>,
}

impl Line<'_> {
    /// The error of the line with `flags` behind it.
    fn fault(&self, flags: &[&String]) -> Option<clap::Error> {
        let words = self.words.iter().chain(flags.iter().copied());
        self.command.clone().try_get_matches_from(words).err()
    }

    /// The arguments that the line with `flags` lacks; `None` if it has another fault.
    fn lacks(&self, flags: &[&String]) -> Option<BTreeSet<String>> {
        let Some(fault) = self.fault(flags) else {
            return Some(BTreeSet::new());
        };
        match (fault.kind(), fault.get(ContextKind::InvalidArg)) {
            (ErrorKind::MissingRequiredArgument, Some(ContextValue::Strings(lacks))) => {
                Some(lacks.iter().cloned().collect())
            }
            _ => None,
        }
    }

    /// The flag with a value that it takes.
    fn with_value(&self, flag: &Arg) -> Option<String> {
        let name = format!("--{}", flag.get_long()?);
        if !flag.get_action().takes_values() {
            return Some(name);
        }
        let possible = flag.get_possible_values().into_iter();
        let possible = possible.map(|value| value.get_name().to_owned());
        let values = possible.chain(VALUES.map(str::to_owned));
        let mut flags = values.map(|value| format!("{name}={value}"));
        flags.find(|flag| !self.fault(&[flag]).is_some_and(|fault| WRONG.contains(&fault.kind())))
    }

    /// The pairs of a flag that needs a third one and of a flag beside which that is not asked for, and the number of
    /// flags that need others. `without` is what the line lacks without flags.
    fn ignored(&self, without: &BTreeSet<String>) -> (Vec<String>, usize) {
        let flags = self.command.get_arguments().filter(|flag| !is_answered_at_once(flag));
        let flags: Vec<String> = flags.filter_map(|flag| self.with_value(flag)).collect();
        let (mut pairs, mut needing) = (Vec::new(), 0);
        for flag in &flags {
            let needs = self.lacks(&[flag]).unwrap_or_default();
            let needs: BTreeSet<&String> = needs.difference(without).collect();
            if needs.is_empty() {
                continue;
            }
            needing += 1;
            for other in flags.iter().filter(|other| *other != flag) {
                let name = other.split('=').next().unwrap_or(other);
                let is_needed = needs.iter().any(|need| need.split(' ').next() == Some(name));
                let lacks = self.lacks(&[flag, other]);
                if !is_needed && lacks.is_some_and(|lacks| needs.iter().all(|need| !lacks.contains(*need))) {
                    pairs.push(format!("{} {flag} {other}", self.words.join(" ")));
                }
            }
        }
        (pairs, needing)
    }
}

/// True for `--help` and the like.
fn is_answered_at_once(flag: &Arg) -> bool {
    matches!(flag.get_id().as_str(), "help" | "version")
}

/// Slow: every pair of flags of every command is tried.
#[test]
fn no_flag_is_ignored_for_want_of_another() {
    let (mut ignored, mut needing) = (Vec::new(), 0);
    let mut seen = BTreeSet::new();
    for (words, command) in with_subjects() {
        // The program's name is none of the command's words.
        let line = Line { command: &command, words: words[1..].to_vec() };
        // A command that shows its help without a subject says nothing of what it lacks.
        let Some(without) = line.lacks(&[]) else {
            continue;
        };
        let flags: Vec<String> = command.get_arguments().map(|flag| flag.get_id().to_string()).collect();
        // Many subjects change no flag of a command.
        if !seen.insert((words[1].clone(), flags)) {
            continue;
        }
        let (pairs, count) = line.ignored(&without);
        ignored.extend(pairs);
        needing += count;
    }
    assert!(needing > 40, "{needing}");
    assert!(ignored.is_empty(), "{}", ignored.join("\n"));
}
