//! The strategy of a policy for Dead Man's Draw in a position.

use anyhow::bail;
use serde::Serialize;

use cardsharp_arena::columns::columns;
use cardsharp_commands::inspect::InspectArguments;
use cardsharp_contest::explorer::{HandAction, HandDetail};
use cardsharp_dead_mans_draw_bots::measure::UNIT;
use cardsharp_dead_mans_draw_bots::policy::TrainedPolicy;
use cardsharp_dead_mans_draw_bots::value::Search;
use cardsharp_dead_mans_draw_game::rules::State;
use cardsharp_dead_mans_draw_game::text::{parse_position, print_position};
use cardsharp_terminal::println;

/// The number of unseen cards ahead for which choices are evaluated. One more takes a hundred times
/// longer, or more.
const AHEAD: u32 = 0;

/// The output of `--json` for a position.
#[derive(Serialize)]
struct Position {
    position: String,
    /// The number of the row; null where there is no choice.
    row: Option<u64>,
    actions: Vec<Action>,
    unit: &'static str,
}

#[derive(Serialize)]
struct Action {
    action: String,
    /// The probability of the action by the table.
    probability: f64,
    /// The probability to win the match with the action, by the learnt value.
    value: f64,
}

/// What the policy does in the position, for people who ask about it.
///
/// # Errors
///
/// The text is no position, or nobody acts in it.
pub(super) fn detail(policy: &TrainedPolicy, position: &str) -> anyhow::Result<HandDetail> {
    let found = at(policy, position)?;
    let actions = found.actions.into_iter().map(|action| HandAction {
        name: action.action,
        probability: Some(action.probability),
        value: Some(action.value),
        half_width: None,
    });
    Ok(HandDetail {
        position: found.position,
        actions: actions.collect(),
        notes: vec![format!("Value: {UNIT}, by the learnt value.")],
    })
}

/// What the policy does in the position.
fn at(policy: &TrainedPolicy, text: &str) -> anyhow::Result<Position> {
    let rules = policy.params.rules()?;
    let position = parse_position(text, &rules)?;
    let state = State::at(&rules, &position)?;
    let probabilities = policy.action_probabilities(&state);
    let values = Search::action_values(&policy.network, &state, AHEAD);
    if values.is_empty() {
        bail!("nobody has to move in this position");
    }
    let actions = values.into_iter().map(|(action, value)| {
        let taken = probabilities
            .iter()
            .find(|(candidate, _)| *candidate == action);
        Action {
            action: action.to_string(),
            probability: taken.map_or(0.0, |&(_, share)| share),
            value: f64::from(value),
        }
    });
    let infoset = policy.infosets.infoset(&state);
    Ok(Position {
        position: print_position(&position, &rules),
        row: (infoset.candidates.len() > 1).then_some(infoset.row.0),
        actions: actions.collect(),
        unit: UNIT,
    })
}

/// Shows the position.
pub(super) fn show(
    arguments: &InspectArguments,
    policy: &TrainedPolicy,
    text: &str,
) -> anyhow::Result<()> {
    let position = at(policy, text)?;
    if arguments.json {
        println!("{}", serde_json::to_string(&position)?);
    } else {
        print(&position);
    }
    Ok(())
}

fn print(position: &Position) {
    println!("{}", position.position);
    let mut table = columns(["action", "probability", "value"], 1..);
    for action in &position.actions {
        table.add_row([
            action.action.clone(),
            format!("{:.4}", action.probability),
            format!("{:.4}", action.value),
        ]);
    }
    println!("{table}");
    println!("value: {}, by the learnt value", position.unit);
}
