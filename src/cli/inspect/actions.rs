//! What a table does in a position.

use std::fmt::Display;

use comfy_table::{CellAlignment, Table, presets};
use serde::Serialize;

/// An action, and how often the table takes it.
#[derive(Serialize)]
pub(super) struct Action {
    action: String,
    probability: f64,
}

/// What the table weighs.
pub(super) fn actions<A: Display>(weighed: impl IntoIterator<Item = (A, f64)>) -> Vec<Action> {
    let weighed = weighed.into_iter();
    weighed
        .map(|(action, probability)| Action {
            action: action.to_string(),
            probability,
        })
        .collect()
}

/// Shows them to a person.
pub(super) fn print(actions: &[Action]) {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(["action", "probability"]);
    for action in actions {
        table.add_row([action.action.clone(), format!("{:.4}", action.probability)]);
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    println!("{table}");
}
