//! `cardsharp inspect`: the content of a policy file, and its actions in a position.

mod explicit;

use std::process::ExitCode;

pub(super) use self::explicit::table;
use super::exploit::unknown_game;
use crate::commands::inspect::InspectArguments;
use crate::commands::loaded::loaded;
use crate::contests::family_of;
use crate::explicit::FINGERPRINT;
use crate::policy::container::{self, Kind};

/// Runs the command.
///
/// # Errors
///
/// The policy cannot be read, or the position is not one of its game.
pub fn run(arguments: &InspectArguments) -> anyhow::Result<ExitCode> {
    let newest = container::open_newest(&arguments.policy)?;
    newest.reader.require_kind(Kind::Policy)?;
    let header = newest.reader.header();
    if header.rules_fingerprint == FINGERPRINT {
        let policy = loaded((&newest.reader, newest.instead_of), "showing");
        explicit::show(arguments, policy)?;
    } else {
        let contest = family_of(&header.game).ok_or_else(|| unknown_game(&header.game))?;
        contest.inspect(arguments)?;
    }
    Ok(ExitCode::SUCCESS)
}
