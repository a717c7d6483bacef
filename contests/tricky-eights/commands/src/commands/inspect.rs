//! The contents of a policy file for Tricky Eights, and its probabilities in a position.

use std::path::Path;
use std::sync::Arc;

use super::position;
use cardsharp_commands::inspect::{About, InspectArguments, show_file};
use cardsharp_commands::loaded::loaded;
use cardsharp_contest::explorer::PositionLookup;
use cardsharp_tricky_eights_bots::infosets::{ROWS, SUMMARY};
use cardsharp_tricky_eights_bots::policy::TrainedPolicy;

/// The text below the help of `inspect`: how a position is written.
pub(crate) const HELP: &str = "\
Examples:
  cardsharp inspect eights.policy --json

A position is what a contestant was told of the round, in the commands of the protocol from starthand on,
up to the request that is asked about.";

/// Shows the file, or the requested position.
pub(crate) fn run(arguments: &InspectArguments) -> anyhow::Result<()> {
    let policy = loaded(TrainedPolicy::load(&arguments.policy)?, "showing");
    if let Some(text) = &arguments.position {
        return position::show(arguments, policy, text);
    }
    let about = About::of(SUMMARY, Some(ROWS as u64), "rounds");
    show_file(arguments, &policy.header, about)
}

/// A policy that is asked about positions.
pub(crate) fn positions(path: &Path) -> anyhow::Result<PositionLookup> {
    let policy = loaded(TrainedPolicy::load(path)?, "showing");
    let policy = Arc::new(policy);
    let game = policy.header.game.clone();
    Ok(PositionLookup::new(&game, HELP, move |position| {
        position::detail(&policy, position)
    }))
}
