//! `cardsharp inspect`: the content of a policy file, its actions in a position, and what agents have learned of
//! opponents; a game of a journal.

mod explicit;
#[cfg(feature = "live")]
mod journal;

use std::process::ExitCode;

use clap::ArgMatches;

pub(super) use self::explicit::table;
use super::exploit::unknown_game;
use crate::contests::{self, family_of};
use crate::explicit::FINGERPRINT;
use cardsharp_commands::inspect::InspectArguments;
use cardsharp_game::BadUsage;
use cardsharp_policy::container::{self, Kind};
use cardsharp_policy::loaded;
use cardsharp_terminal::println;

/// The beliefs about opponents in words, if the file is one of `play --memory`.
fn memories(arguments: &InspectArguments) -> Option<Vec<String>> {
    let extension = arguments.policy.extension();
    if arguments.position.is_some() || extension.is_none_or(|extension| extension != "json") {
        return None;
    }
    let bytes = std::fs::read(&arguments.policy).ok()?;
    contests::all().find_map(|contest| contest.memories(&bytes))
}

/// Runs the command.
///
/// # Errors
///
/// The policy cannot be read, or the position is not one of its game.
pub fn run(arguments: &InspectArguments, flags: &ArgMatches) -> anyhow::Result<ExitCode> {
    if let Some(lines) = memories(arguments) {
        if arguments.json {
            println!("{}", serde_json::to_string(&lines)?);
        } else {
            lines.iter().for_each(|line| println!("{line}"));
        }
        return Ok(ExitCode::SUCCESS);
    }
    #[cfg(feature = "live")]
    if journal::is_journal(&arguments.policy) {
        let position = arguments.position.as_deref();
        journal::show(&arguments.policy, position, arguments.json)?;
        return Ok(ExitCode::SUCCESS);
    }
    let ending = arguments.policy.extension();
    if ending.is_some_and(|ending| ending == "efg" || ending == "nfg") {
        let path = arguments.policy.display();
        return Err(BadUsage::new(format!(
            "{path} is a game and no policy: `cardsharp solve {path}` prints its equilibrium, and `cardsharp view {path}` \
             shows it node by node"
        ))
        .into());
    }
    let newest = container::open_newest(&arguments.policy)?;
    newest.reader.require_kind(Kind::Policy)?;
    let header = newest.reader.header();
    if header.rules_fingerprint == FINGERPRINT {
        let policy = loaded((&newest.reader, newest.instead_of), "showing");
        explicit::show(arguments, policy)?;
    } else {
        let contest = family_of(&header.game);
        let part = contest.and_then(|contest| contest.commands().inspect.as_ref());
        let part = part.ok_or_else(|| unknown_game(&header.game))?;
        (part.run)(arguments, flags)?;
    }
    Ok(ExitCode::SUCCESS)
}
