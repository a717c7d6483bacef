//! The description of the command line for clap: the commands of this program, with the flags of the contest
//! that the command line names.

use std::ffi::OsString;
use std::path::Path;

use clap::{ColorChoice, CommandFactory};

use super::command_line::CommandLine;
#[cfg(feature = "live")]
use super::contest_flags::first_argument;
use super::contest_flags::{with_flags_of_all, with_summary_of};
#[cfg(feature = "live")]
use super::live::help;
use super::{demo, examples, export, groups, r#match, solve, train};
use crate::contests;
use crate::contests::family_of;
use crate::explicit::FINGERPRINT;
use cardsharp_commands::progress::is_dumb;
use cardsharp_commands::{CommandPart, ContestCommands, OwnCommand};
use cardsharp_policy::container::{Header, Reader, previous_path};

/// Adds the flags of a contest to a command.
#[cfg(feature = "live")]
type Flags = fn(&dyn ContestCommands, clap::Command) -> clap::Command;

/// The subject of a command line: the game that it names, or the game of its policy.
#[derive(Clone, Copy)]
enum Subject {
    /// The command line names neither a game nor a policy.
    None,
    /// A game that fits in memory.
    Explicit,
    /// A game of a contest.
    Contest(&'static dyn ContestCommands),
    /// A policy that cannot be read. The command reports the error, whatever its flags are.
    Unreadable,
}

/// The command line with the flags of the contest that `words` name. The first word is the program's name.
pub(super) fn describe(words: &[OsString]) -> clap::Command {
    let command = CommandLine::command();
    let further = contests::all();
    let further = further.flat_map(|contest| contest.commands().further);
    let command = command.subcommands(further.map(OwnCommand::command));
    let named_command = words.get(1).and_then(|word| word.to_str());
    // The contest of the game that the command line names, if its command is `name`.
    let contest_of = |name: &str| match named_command {
        Some(command) if command == name => named(words).find_map(family_of),
        _ => None,
    };
    // A server's folder or file may have the name of a contest: there only the command's argument counts.
    #[cfg(feature = "live")]
    let contest_of_live = |name: &str, it: &clap::Command, flags: Flags| {
        let words = words.get(2..).filter(|_| named_command == Some(name))?;
        let with_values = with_flags_of_all(it.clone(), flags);
        first_argument(&with_values, words).and_then(contests::by_name)
    };
    let subject = match named_command {
        Some("exploit" | "inspect") => policy(words),
        _ => Subject::None,
    };
    let command = command.mut_subcommand("export", export::describe);
    #[cfg(feature = "live")]
    let command = command
        .mut_subcommand("serve", |it| {
            let contest = contest_of_live("serve", &it, help::serve_flags);
            with_summary_of(it, |it| help::serve(it, contest))
        })
        .mut_subcommand("play", |it| {
            let contest = contest_of_live("play", &it, help::play_flags);
            with_summary_of(it, |it| help::play(it, contest))
        });
    let command = command
        .mut_subcommand("demo", |it| with_summary_of(it, |it| demo::describe(it, contest_of("demo"))))
        .mut_subcommand("train", |it| with_summary_of(it, |it| train::describe(it, contest_of("train"))))
        .mut_subcommand("solve", |it| with_summary_of(it, |it| solve::describe(it, contest_of("solve"))))
        .mut_subcommand("match", |it| r#match::describe(it, contest_of("match")))
        .mut_subcommand("exploit", |exploit| match subject {
            Subject::Contest(contest) => {
                with_summary_of(exploit, |it| CommandPart::described(contest.commands().exploit.as_ref(), it))
            }
            Subject::Unreadable => with_flags_of_all(exploit, |contest, it| {
                CommandPart::described(contest.commands().exploit.as_ref(), it)
            }),
            Subject::None | Subject::Explicit => exploit,
        })
        .mut_subcommand("inspect", |inspect| match subject {
            Subject::Contest(contest) => CommandPart::described(contest.commands().inspect.as_ref(), inspect),
            _ => inspect,
        });
    let command = groups::grouped(reflowed(command));
    // Without this, messages have colours where CI is set, whatever the terminal.
    if is_dumb() { command.color(ColorChoice::Never) } else { command }
}

/// The words after the command that are not flags.
fn named(words: &[OsString]) -> impl Iterator<Item = &str> {
    let words = words.iter().skip(2).filter_map(|word| word.to_str());
    words.filter(|word| !word.starts_with('-'))
}

/// The subject of a command line that names a policy file.
fn policy(words: &[OsString]) -> Subject {
    let header = named(words).find_map(|word| header(Path::new(word)));
    match header {
        Some(header) if header.rules_fingerprint == FINGERPRINT => Subject::Explicit,
        Some(header) => family_of(&header.game).map_or(Subject::Explicit, Subject::Contest),
        None if named(words).next().is_some() => Subject::Unreadable,
        None => Subject::None,
    }
}

/// The header of the policy, or of its previous generation.
fn header(path: &Path) -> Option<Header> {
    let open = |path: &Path| Some(Reader::open(path).ok()?.header().clone());
    open(path).or_else(|| open(&previous_path(path)))
}

/// The command with each paragraph of its texts on one line, and with long examples in several. The line breaks of
/// the source go, and only the width of the terminal breaks the paragraphs.
fn reflowed(command: clap::Command) -> clap::Command {
    let after = command.get_after_help().map(|text| examples::broken(&paragraphs(&text.to_string())));
    let command = match after {
        Some(after) => command.after_help(after),
        None => command,
    };
    command.mut_subcommands(reflowed)
}

/// Joins the lines of each paragraph. An indented line, such as an example, stays alone, and so does a line
/// after a colon at the end of a line.
fn paragraphs(text: &str) -> String {
    let stands_alone = |line: &str| line.is_empty() || line.starts_with(' ');
    let mut joined = String::new();
    let mut before = "";
    for (number, line) in text.lines().enumerate() {
        let joins = !stands_alone(line) && !stands_alone(before) && !before.ends_with(':');
        if number > 0 {
            joined.push(if joins { ' ' } else { '\n' });
        }
        joined.push_str(line);
        before = line;
    }
    joined
}

#[cfg(test)]
#[path = "../../tests/unit/cli/describe.rs"]
mod tests;
