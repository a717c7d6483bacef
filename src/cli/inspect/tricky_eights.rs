//! What a policy for Tricky Eights holds, and what it does when it is asked for a card.

use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context;
use comfy_table::{CellAlignment, Table, presets};
use serde::Serialize;

use super::{About, InspectArguments, show_file, tell};
use crate::contests::tricky_eights::agents::{Agent, Sight, Trained};
use crate::contests::tricky_eights::client::Session;
use crate::contests::tricky_eights::infosets::{ROWS, SUMMARY};
use crate::contests::tricky_eights::rules::Card;
use crate::contests::tricky_eights::training::{Blueprint, Weighed};
use crate::contests::tricky_eights::wire::commands;

/// What `--json` prints of a position.
#[derive(Serialize)]
struct Position {
    /// The hand before the card.
    hand: String,
    actions: Vec<Action>,
}

#[derive(Serialize)]
struct Action {
    action: String,
    /// How often the table takes or plays it.
    probability: f64,
}

/// Shows the file, or what it does.
pub(super) fn run(arguments: &InspectArguments) -> anyhow::Result<ExitCode> {
    let (blueprint, instead_of) = Blueprint::load(&arguments.policy)?;
    tell(instead_of);
    match &arguments.position {
        None => show_file(
            arguments,
            &blueprint.header,
            &About {
                infosets: SUMMARY.to_owned(),
                rows: Some(ROWS as u64),
                classes: None,
            },
        )?,
        Some(told) => show(arguments, blueprint, told)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// A player who notes what he was asked last.
struct Noting {
    blueprint: Arc<Blueprint>,
    noted: Arc<Mutex<Option<(String, Weighed)>>>,
}

impl Agent for Noting {
    fn choose(&mut self, sight: &Sight<'_>) -> Card {
        let weighed = self.blueprint.weigh(sight);
        let mut noted = self.noted.lock().unwrap_or_else(PoisonError::into_inner);
        *noted = Some((sight.hand.to_string(), weighed));
        Trained::new(Arc::clone(&self.blueprint)).choose(sight)
    }
}

fn show(arguments: &InspectArguments, blueprint: Blueprint, told: &str) -> anyhow::Result<()> {
    let noted = Arc::new(Mutex::new(None));
    let mut session = Session::new(Box::new(Noting {
        blueprint: Arc::new(blueprint),
        noted: Arc::clone(&noted),
    }));
    for command in commands(told) {
        session.hear(&command?);
    }
    let mut noted = noted.lock().unwrap_or_else(PoisonError::into_inner);
    let (hand, weighed) = noted.take().context(
        "nobody is asked for a card there: write starthand with seat, hand and pool, what followed, and take or play",
    )?;
    let actions = weighed.into_iter().map(|(card, probability)| Action {
        action: card.to_string(),
        probability,
    });
    let position = Position {
        hand,
        actions: actions.collect(),
    };
    match arguments.json {
        true => println!("{}", serde_json::to_string(&position)?),
        false => print(&position),
    }
    Ok(())
}

fn print(position: &Position) {
    println!("hand {}", position.hand);
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(["action", "probability"]);
    for action in &position.actions {
        table.add_row([action.action.clone(), format!("{:.4}", action.probability)]);
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    println!("{table}");
}
