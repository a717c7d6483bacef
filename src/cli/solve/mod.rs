//! `cardsharp solve`: the exact equilibrium of a game.

mod explicit;

use std::process::ExitCode;

use clap::ArgMatches;

use crate::cli::candidates;
use crate::contests::family_of;
use crate::explicit::{ExplicitGame, Method};
use cardsharp_commands::memory;
use cardsharp_commands::quantities::names;
use cardsharp_commands::solve::SolveArguments;
use cardsharp_commands::{CommandPart, ContestCommands};
use cardsharp_terminal::eprintln;

/// The command with the flags of `contest`, if the game is one of a contest.
pub(super) fn describe(command: clap::Command, contest: Option<&'static dyn ContestCommands>) -> clap::Command {
    let command = command
        .mut_arg("game", |game| game.add(candidates::games()))
        .mut_arg("solver", |solver| solver.value_parser(names(Method::all())));
    match contest {
        Some(contest) => CommandPart::described(contest.commands().solve.as_ref(), command),
        None => command,
    }
}

/// Runs the command.
///
/// # Errors
///
/// The game cannot be opened or solved, or a file cannot be written.
pub fn run(arguments: &SolveArguments, flags: &ArgMatches) -> anyhow::Result<ExitCode> {
    memory::watch(arguments.max_memory())?;
    let contest = family_of(&arguments.game);
    let part = contest.and_then(|contest| contest.commands().solve.as_ref());
    let solved = part.map(|part| (part.run)(arguments, flags)).transpose()?;
    match solved.flatten() {
        Some(code) => Ok(code),
        None => {
            let game = ExplicitGame::open_within(&arguments.game, arguments.max_memory())?;
            if let Some(note) = game.note() {
                eprintln!("{note}");
            }
            explicit::run(arguments, &game)
        }
    }
}
