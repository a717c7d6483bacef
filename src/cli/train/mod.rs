//! `cardsharp train`: from a game to a policy file.

mod explicit;

use std::process::ExitCode;

use clap::ArgMatches;

use crate::cli::candidates;
use crate::contests::family_of;
use crate::explicit::{ExplicitGame, Method};
use cardsharp_commands::ContestCommands;
use cardsharp_commands::memory;
use cardsharp_commands::quantities::names;
use cardsharp_commands::train::TrainArguments;

/// The command with the flags of `contest`, if the game is one of a contest.
pub(super) fn describe(
    command: clap::Command,
    contest: Option<&'static dyn ContestCommands>,
) -> clap::Command {
    let further = contest.map_or(&[][..], |contest| contest.further_solvers());
    let solvers = Method::all().chain(further.iter().copied());
    let command = command
        .mut_arg("game", |game| {
            game.value_parser(ExplicitGame::checked_name)
                .add(candidates::games())
        })
        .mut_arg("solver", |solver| solver.value_parser(names(solvers)));
    match contest {
        Some(contest) => contest.train_flags(command),
        None => command,
    }
}

/// Runs the command.
///
/// # Errors
///
/// The game cannot be opened, or the run fails.
pub fn run(arguments: &TrainArguments, flags: &ArgMatches) -> anyhow::Result<ExitCode> {
    memory::watch(arguments.max_memory())?;
    let contest = family_of(&arguments.game);
    let trained = contest
        .map(|contest| contest.train(arguments, flags))
        .transpose()?;
    match trained.flatten() {
        Some(code) => Ok(code),
        None => explicit::run(arguments),
    }
}
