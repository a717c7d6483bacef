//! The content of a policy file for Dead Man's Draw, and its strategy in a position.

use std::path::Path;

use super::position;
use cardsharp_commands::inspect::{About, InspectArguments, show_file};
use cardsharp_commands::loaded::loaded;
use cardsharp_contest::explorer::PositionLookup;
use cardsharp_dead_mans_draw_bots::policy::TrainedPolicy;

/// The text below the help of `inspect`: the form of a position.
pub(crate) const HELP: &str = "\
Examples:
  cardsharp inspect dead.policy 'bank0=key-3 bank1=map-7,sword-5 area=hook-4,anchor-2'

A position is key=value words: to-move, bank0, bank1, area, discard, next, pile, pending, late. The value
of an action is the chance of winning the match by the policy's learnt value.";

/// Shows the file, or its strategy in the given position.
pub(crate) fn run(arguments: &InspectArguments) -> anyhow::Result<()> {
    let policy = loaded(TrainedPolicy::load(&arguments.policy)?, "showing");
    if let Some(text) = &arguments.position {
        return position::show(arguments, &policy, text);
    }
    let about = About::of(policy.infosets.summary(), None, "matches");
    show_file(arguments, &policy.header, about)
}

/// A policy that is asked about positions.
pub(crate) fn positions(path: &Path) -> anyhow::Result<PositionLookup> {
    let policy = loaded(TrainedPolicy::load(path)?, "showing");
    let game = policy.header.game.clone();
    Ok(PositionLookup::new(&game, HELP, move |position| {
        position::detail(&policy, position)
    }))
}
