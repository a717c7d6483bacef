//! What a policy for SkullWhist does in a position.

use serde::Serialize;

use crate::commands::inspect::InspectArguments;
use crate::commands::inspect::actions::{Action, actions, print};
use crate::contests::skullwhist::text::{parse_sight, print_sight};
use crate::contests::skullwhist::training::TrainedPolicy;

/// What `--json` prints of a position.
#[derive(Serialize)]
struct Position {
    position: String,
    actions: Vec<Action>,
}

/// Shows the position.
pub(super) fn show(
    arguments: &InspectArguments,
    blueprint: &TrainedPolicy,
    text: &str,
) -> anyhow::Result<()> {
    let sight = parse_sight(text, blueprint.member.rules)?;
    let position = Position {
        position: print_sight(&sight),
        actions: actions(blueprint.weigh(&sight)),
    };
    match arguments.json {
        true => println!("{}", serde_json::to_string(&position)?),
        false => {
            println!("{}", position.position);
            print(&position.actions);
        }
    }
    Ok(())
}
