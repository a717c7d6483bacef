//! `cardsharp demo`: training, measuring and live play in a few minutes.

use std::process::ExitCode;

use clap::ArgMatches;

use crate::contests;
use cardsharp_commands::demo::DemoArguments;
use cardsharp_commands::{CommandPart, ContestCommands};
use cardsharp_game::BadUsage;

/// The contests that have a demo. The first is the default.
fn with_demo() -> impl Iterator<Item = &'static dyn ContestCommands> {
    let all = contests::all();
    all.filter(|contest| contest.commands().demo.is_some())
}

/// The command with the flags of `contest`, or of the default contest.
pub(super) fn describe(command: clap::Command, contest: Option<&'static dyn ContestCommands>) -> clap::Command {
    let names: Vec<&str> = with_demo().map(|contest| contest.name()).collect();
    let Some(first) = with_demo().next() else {
        // The contests of this crate have demos with the feature `live` only.
        return command.hide(true);
    };
    let command = command.mut_arg("contest", |argument| argument.value_parser(names).default_value(first.name()));
    match contest {
        Some(contest) => CommandPart::described(contest.commands().demo.as_ref(), command),
        // The default contest has its flags, but the text below them is the one for all contests.
        None => {
            let text = command.get_after_help().cloned();
            CommandPart::described(first.commands().demo.as_ref(), command).after_help(text.unwrap_or_default())
        }
    }
}

/// Runs the command.
///
/// # Errors
///
/// The demo fails.
pub fn run(arguments: &DemoArguments, flags: &ArgMatches) -> anyhow::Result<ExitCode> {
    let named = arguments.contest.as_deref().and_then(contests::by_name);
    let contest = named.or_else(|| with_demo().next());
    match contest.and_then(|contest| contest.commands().demo.as_ref()) {
        Some(demo) => (demo.run)(arguments, flags),
        None => anyhow::bail!(BadUsage::new("no contest has a demo")),
    }
}
