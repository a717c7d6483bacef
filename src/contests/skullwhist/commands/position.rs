//! The strategy of a policy for SkullWhist in a position.

use serde::Serialize;

use crate::commands::inspect::InspectArguments;
use crate::commands::inspect::actions::{Action, actions, print};
use crate::contests::skullwhist::observation::{parse_observation, print_observation};
use crate::contests::skullwhist::policy::TrainedPolicy;

/// A position in the output of `--json`.
#[derive(Serialize)]
struct Position {
    position: String,
    actions: Vec<Action>,
}

/// Shows the position.
pub(super) fn show(
    arguments: &InspectArguments,
    policy: &TrainedPolicy,
    text: &str,
) -> anyhow::Result<()> {
    let observation = parse_observation(text, policy.params.rules)?;
    let position = Position {
        position: print_observation(&observation),
        actions: actions(policy.weigh(&observation)),
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
