//! The contents of a policy file for SkullWhist, and its strategy in a position.

use std::path::Path;

use super::position;
use cardsharp_commands::inspect::{About, InspectArguments, show_file};
use cardsharp_commands::loaded::loaded;
use cardsharp_contest::explorer::PositionLookup;
use cardsharp_skullwhist_bots::policy::TrainedPolicy;

/// The text below the help of `inspect`: how a position is written.
pub(crate) const HELP: &str = "\
Examples:
  cardsharp inspect whist.policy 'hand=C02,C13,D04,D05,D12,H01,H07,H10,S01,S03,S08,S11,S13 seat=1'

A position is what one player sees: hand, seat (0 leads first), bids (one's own first; left out, the player
has to bid), rounds (LED-ANSWER,LED-ANSWER, and so on), led.";

/// Shows the file, or the strategy in the given position.
pub(crate) fn run(arguments: &InspectArguments) -> anyhow::Result<()> {
    let policy = loaded(TrainedPolicy::load(&arguments.policy)?, "showing");
    if let Some(text) = &arguments.position {
        return position::show(arguments, &policy, text);
    }
    let rows = policy.table.rows().map(|rows| rows as u64);
    let about = About::of(policy.infosets.summary(), rows, "deals");
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
