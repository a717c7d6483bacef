//! The help and the flags of `serve` and `play`: those of the command line's contest, or the texts of all contests.

use clap::{Args, Command};

use super::play::LoginFlags;
use super::serve::PagesFlags;
use crate::contests;
use cardsharp_commands::ContestCommands;
use cardsharp_net::{CommandHelp, Reach};

/// The command `serve` for `contest`, or for all.
pub(in crate::cli) fn serve(command: Command, contest: Option<&'static dyn ContestCommands>) -> Command {
    let command = match contest {
        Some(contest) => serve_flags(contest, command),
        None => command,
    };
    with_texts(command, contest, |contest| Some(contest.commands().server?.help))
}

/// The command `serve` with the flags of the server of `contest`.
pub(in crate::cli) fn serve_flags(contest: &dyn ContestCommands, command: Command) -> Command {
    let Some(server) = contest.commands().server else {
        return command;
    };
    let command = (server.describe)(command);
    if contest.served_journal().is_some() { PagesFlags::augment_args(command) } else { command }
}

/// The command `play` for `contest`, or for all.
pub(in crate::cli) fn play(command: Command, contest: Option<&'static dyn ContestCommands>) -> Command {
    let command = match contest {
        Some(contest) => play_flags(contest, command),
        None => command,
    };
    with_texts(command, contest, |contest| Some(contest.commands().client?.help))
}

/// The command `play` with the flags of the client of `contest`.
pub(in crate::cli) fn play_flags(contest: &dyn ContestCommands, command: Command) -> Command {
    let Some(client) = contest.commands().client else {
        return command;
    };
    let command = (client.describe)(command);
    if client.reach == Reach::Web { LoginFlags::augment_args(command) } else { command }
}

/// The command with the examples and the text of `contest`, or those of all contests under their names. `help`
/// returns the help of a contest's server or client.
fn with_texts(
    command: Command,
    contest: Option<&'static dyn ContestCommands>,
    help: impl Fn(&dyn ContestCommands) -> Option<CommandHelp>,
) -> Command {
    let titled: Vec<(String, CommandHelp)> = match contest {
        Some(contest) => {
            let own = help(contest).map(|help| (String::new(), help));
            own.into_iter().collect()
        }
        None => {
            contests::all().filter_map(|contest| Some((format!("{}:\n", contest.name()), help(contest)?))).collect()
        }
    };
    if titled.is_empty() {
        return command;
    }
    let mut examples = String::from("Examples:");
    let mut texts = String::new();
    for (title, help) in titled {
        for example in help.examples {
            examples.push_str(&format!("\n  {example}"));
        }
        texts.push_str(&format!("\n\n{title}{}", help.text));
    }
    command.after_help(format!("{examples}{texts}"))
}
