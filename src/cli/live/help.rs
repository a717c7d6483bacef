//! The help of `serve` and `play`: the options and texts of the command line's contest, or of all contests.

use std::fmt::Display;

use clap::Command;

use crate::contests;
use cardsharp_commands::ContestCommands;
use cardsharp_net::{CommandHelp, PlayOption, ServeOption};

/// The command `serve` for `contest`, or for all.
pub(super) fn serve(command: Command, contest: Option<&'static dyn ContestCommands>) -> Command {
    describe(command, contest, &ServeOption::ALL, |contest| {
        let server = contest.server()?;
        Some((server.help(), server.options()))
    })
}

/// The command `play` for `contest`, or for all.
pub(super) fn play(command: Command, contest: Option<&'static dyn ContestCommands>) -> Command {
    describe(command, contest, &PlayOption::ALL, |contest| {
        let client = contest.client()?;
        Some((client.help(), client.options()))
    })
}

/// The command with the texts, examples and options of `contest`, or of all contests under their names.
/// `side` returns the help of a contest's server or client, and the options that it takes. `all` are the
/// options of the command.
fn describe<O: Copy + PartialEq + Display + 'static>(
    command: Command,
    contest: Option<&'static dyn ContestCommands>,
    all: &[O],
    side: impl Fn(&dyn ContestCommands) -> Option<(CommandHelp, &'static [O])>,
) -> Command {
    let Some(contest) = contest else {
        let titled = contests::all().filter_map(|contest| {
            let (help, _) = side(contest)?;
            Some((format!("{}:\n", contest.name()), help))
        });
        return with_texts(command, titled);
    };
    match side(contest) {
        Some((help, known)) => {
            let foreign = all.iter().filter(|option| !known.contains(option));
            let command = without(command, foreign.map(ToString::to_string).collect());
            with_texts(command, [(String::new(), help)])
        }
        None => command,
    }
}

/// The command with the examples of all `helps`, followed by their texts under their titles.
fn with_texts(command: Command, helps: impl IntoIterator<Item = (String, CommandHelp)>) -> Command {
    let mut examples = String::from("Examples:");
    let mut texts = String::new();
    for (title, help) in helps {
        for example in help.examples {
            examples.push_str(&format!("\n  {example}"));
        }
        texts.push_str(&format!("\n\n{title}{}", help.text));
    }
    command.after_help(format!("{examples}{texts}"))
}

/// Hides options from the help. They are still parsed, so that the error names the option and the contest.
fn without(command: Command, flags: Vec<String>) -> Command {
    command.mut_args(|argument| {
        let long = argument.get_long().map(|long| format!("--{long}"));
        let foreign = long.is_some_and(|long| flags.contains(&long));
        argument.hide(foreign)
    })
}
