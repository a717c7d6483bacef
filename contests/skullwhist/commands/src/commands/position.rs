//! The strategy of a policy for SkullWhist in a position.

use serde::Serialize;

use cardsharp_commands::inspect::InspectArguments;
use cardsharp_commands::inspect::actions::{Action, actions, print};
use cardsharp_contest::explorer::HandDetail;
use cardsharp_skullwhist_bots::policy::TrainedPolicy;
use cardsharp_skullwhist_game::observation::{parse_observation, print_observation};
use cardsharp_terminal::println;

/// A position in the output of `--json`.
#[derive(Serialize)]
struct Position {
    position: String,
    /// The number of the row; null where there is no choice.
    row: Option<u64>,
    actions: Vec<Action>,
}

/// What the policy does in the position, for people who ask about it.
///
/// # Errors
///
/// The text is no position, or nobody acts in it.
pub(super) fn detail(policy: &TrainedPolicy, position: &str) -> anyhow::Result<HandDetail> {
    let observation = parse_observation(position, policy.params.rules)?;
    let weighed = policy.weigh(&observation);
    Ok(HandDetail::of(print_observation(&observation), weighed))
}

/// Shows the position.
pub(super) fn show(
    arguments: &InspectArguments,
    policy: &TrainedPolicy,
    text: &str,
) -> anyhow::Result<()> {
    let observation = parse_observation(text, policy.params.rules)?;
    let infoset = policy.infosets.row_of(&observation);
    let position = Position {
        position: print_observation(&observation),
        row: (infoset.candidates.len() > 1).then_some(infoset.row.0),
        actions: actions(policy.weigh(&observation)),
    };
    if arguments.json {
        println!("{}", serde_json::to_string(&position)?);
    } else {
        println!("{}", position.position);
        print(&position.actions);
    }
    Ok(())
}
