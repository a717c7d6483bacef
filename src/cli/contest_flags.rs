//! Commands that get flags from a contest.

use clap::Command;
use clap::builder::{Resettable, StyledStr};

use crate::contests;
use cardsharp_commands::ContestCommands;

/// The command that `change` makes of `command`, with the summary of `command`. Without this, clap shows the
/// doc comment of the struct that has a contest's flags.
pub(super) fn with_summary_of(command: Command, change: impl FnOnce(Command) -> Command) -> Command {
    let about: Resettable<StyledStr> = command.get_about().cloned().into();
    let long_about: Resettable<StyledStr> = command.get_long_about().cloned().into();
    change(command).about(about).long_about(long_about)
}

/// The command with the flags of all contests. `flags` adds those of one contest.
pub(super) fn with_flags_of_all(command: Command, flags: impl Fn(&dyn ContestCommands, Command) -> Command) -> Command {
    contests::all().fold(command, |command, contest| {
        let described = flags(contest, Command::default());
        described.get_arguments().fold(command, |command, flag| {
            let is_same = |known: &clap::Arg| known.get_id() == flag.get_id();
            if command.get_arguments().any(is_same) { command } else { command.arg(flag.clone()) }
        })
    })
}

/// The first of `words` that is neither a flag of `command` nor the value of one.
#[cfg(feature = "live")]
pub(super) fn first_argument<'a>(command: &Command, words: &'a [std::ffi::OsString]) -> Option<&'a str> {
    let takes_value = |word: &str| {
        let name = word.strip_prefix("--")?;
        let flag = command.get_arguments().find(|flag| {
            let names = flag.get_long_and_visible_aliases();
            names.is_some_and(|names| names.contains(&name))
        })?;
        Some(flag.get_action().takes_values())
    };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word.to_str() {
            Some("--") => return None,
            Some(flag) if flag.starts_with('-') => {
                if takes_value(flag) == Some(true) {
                    words.next();
                }
            }
            argument => return argument,
        }
    }
    None
}

#[cfg(all(test, feature = "live"))]
#[path = "../../tests/unit/cli/contest_flags.rs"]
mod tests;
