//! The actions of a policy in a position.

use std::fmt::Display;

use serde::Serialize;

use cardsharp_arena::columns::columns;
use cardsharp_terminal::println;

/// An action with its probability.
#[derive(Serialize)]
pub struct Action {
    action: String,
    probability: f64,
}

/// The actions of pairs of an action and its probability.
pub fn actions<A: Display>(weighed: impl IntoIterator<Item = (A, f64)>) -> Vec<Action> {
    let weighed = weighed.into_iter();
    weighed
        .map(|(action, probability)| Action {
            action: action.to_string(),
            probability,
        })
        .collect()
}

/// Prints the actions as a table.
pub fn print(actions: &[Action]) {
    let mut table = columns(["action", "probability"], 1..);
    for action in actions {
        table.add_row([action.action.clone(), format!("{:.4}", action.probability)]);
    }
    println!("{table}");
}
