//! The help of `serve` and `play`: the options and texts of the contest on the line, or of all contests.

use crate::contest::{CommandHelp, Contest, PlayOption, ServeOption};
use crate::contests;

/// The command `serve` for `contest`, or for all.
pub(super) fn serve(command: clap::Command, contest: Option<&dyn Contest>) -> clap::Command {
    let command = with_texts(command, contest, |contest| contest.serve_help());
    let Some(contest) = contest else {
        return command;
    };
    let known = contest.serve_options();
    let foreign = ServeOption::ALL.into_iter();
    let foreign = foreign.filter(|option| !known.contains(option));
    without(command, foreign.map(|option| option.to_string()))
}

/// The command `play` for `contest`, or for all.
pub(super) fn play(command: clap::Command, contest: Option<&dyn Contest>) -> clap::Command {
    let command = with_texts(command, contest, |contest| contest.play_help());
    let Some(contest) = contest else {
        return command;
    };
    let known = contest.play_options();
    let foreign = PlayOption::ALL.into_iter();
    let foreign = foreign.filter(|option| !known.contains(option));
    without(command, foreign.map(|option| option.to_string()))
}

/// Leaves options out of the help. They are still parsed, so that the refusal names them and the contest.
fn without(command: clap::Command, flags: impl Iterator<Item = String>) -> clap::Command {
    let flags: Vec<String> = flags.collect();
    command.mut_args(|argument| {
        let long = argument.get_long().map(|long| format!("--{long}"));
        let foreign = long.is_some_and(|long| flags.contains(&long));
        argument.hide(foreign)
    })
}

/// The command with the texts and examples of the contest, or of all contests under their names.
fn with_texts(
    command: clap::Command,
    contest: Option<&dyn Contest>,
    help: impl Fn(&dyn Contest) -> CommandHelp,
) -> clap::Command {
    let shown: Vec<&dyn Contest> = match contest {
        Some(contest) => vec![contest],
        None => contests::all().collect(),
    };
    let mut examples = String::from("Examples:");
    let mut texts = String::new();
    for one in shown {
        let help = help(one);
        for example in help.examples {
            examples.push_str(&format!("\n  {example}"));
        }
        match contest {
            Some(_) => texts.push_str(&format!("\n\n{}", help.text)),
            None => texts.push_str(&format!("\n\n{}:\n{}", one.name(), help.text)),
        }
    }
    command.after_help(format!("{examples}{texts}"))
}
