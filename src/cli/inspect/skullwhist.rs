//! What a policy for SkullWhist does in a position.

use comfy_table::{CellAlignment, Table, presets};
use serde::Serialize;

use super::InspectArguments;
use crate::contests::skullwhist::text::{parse_sight, print_sight};
use crate::contests::skullwhist::training::Blueprint;

/// What `--json` prints of a position.
#[derive(Serialize)]
struct Position {
    position: String,
    actions: Vec<Action>,
}

#[derive(Serialize)]
struct Action {
    action: String,
    /// How often the table takes it.
    probability: f64,
}

/// Shows the position.
pub(super) fn show(
    arguments: &InspectArguments,
    blueprint: &Blueprint,
    text: &str,
) -> anyhow::Result<()> {
    let sight = parse_sight(text, blueprint.member.rules)?;
    let weighed = blueprint.weigh(&sight).into_iter();
    let position = Position {
        position: print_sight(&sight),
        actions: weighed
            .map(|(choice, probability)| Action {
                action: choice.to_string(),
                probability,
            })
            .collect(),
    };
    match arguments.json {
        true => println!("{}", serde_json::to_string(&position)?),
        false => print(&position),
    }
    Ok(())
}

fn print(position: &Position) {
    println!("{}", position.position);
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(["action", "probability"]);
    for action in &position.actions {
        let probability = format!("{:.4}", action.probability);
        table.add_row([action.action.clone(), probability]);
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    println!("{table}");
}
