//! `cardsharp train`: from a game to a policy file.

mod explicit;

use std::path::Path;
use std::process::ExitCode;

use clap::ArgMatches;

use crate::cli::candidates;
use crate::contests::family_of;
use crate::explicit::{ExplicitGame, FINGERPRINT, Method};
use cardsharp_commands::memory;
use cardsharp_commands::quantities::names;
use cardsharp_commands::train::TrainArguments;
use cardsharp_commands::{CommandPart, ContestCommands};
use cardsharp_policy::container::{Reader, previous_path};

/// The command with the flags of `contest`, if the game is one of a contest.
pub(super) fn describe(command: clap::Command, contest: Option<&'static dyn ContestCommands>) -> clap::Command {
    let further = contest.map_or(&[][..], |contest| contest.family().further_solvers());
    let solvers = Method::all().chain(further.iter().copied());
    let command = command
        .mut_arg("game", |game| game.value_parser(ExplicitGame::checked_name).add(candidates::games()))
        .mut_arg("solver", |solver| solver.value_parser(names(solvers)));
    match contest {
        Some(contest) => CommandPart::described(contest.commands().train.as_ref(), command),
        None => command,
    }
}

/// True for a file of a run that walks a whole game.
fn is_explicit(checkpoint: &Path) -> bool {
    let generations = [checkpoint.to_owned(), previous_path(checkpoint)];
    let opened = generations.iter().find_map(|path| Reader::open(path).ok());
    opened.is_some_and(|reader| reader.header().rules_fingerprint == FINGERPRINT)
}

/// Runs the command.
///
/// # Errors
///
/// The game cannot be opened, or the run fails.
pub fn run(arguments: &TrainArguments, flags: &ArgMatches) -> anyhow::Result<ExitCode> {
    memory::watch(arguments.max_memory())?;
    // A contest would take the checkpoint of a member that fits in memory for its own.
    if arguments.resume.as_deref().is_some_and(is_explicit) {
        return explicit::run(arguments, flags);
    }
    let contest = family_of(&arguments.game);
    let part = contest.and_then(|contest| contest.commands().train.as_ref());
    let trained = part.map(|part| (part.run)(arguments, flags)).transpose()?;
    match trained.flatten() {
        Some(code) => Ok(code),
        None => explicit::run(arguments, flags),
    }
}
