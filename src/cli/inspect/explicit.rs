//! The actions of a policy for a game that fits in memory.

use std::collections::BTreeSet;

use anyhow::bail;
use cardsharp_solvers::strategy::Behaviour;
use cardsharp_solvers::tree::TreeStrategy;
use cardsharp_terminal::println;
use serde::Serialize;

use crate::explicit::{self, ExplicitGame};
use cardsharp_arena::columns::columns;
use cardsharp_commands::inspect::{About, InspectArguments, print_actions, show_file};
use cardsharp_contest::{PositionAction, fill_regrets};
use cardsharp_policy::container::Reader;

/// The largest number of information sets that are shown without a request.
const SHOWN: usize = 40;

/// The output of `--json` for an information set.
#[derive(Serialize)]
struct Position<'a> {
    position: &'a str,
    player: String,
    /// False if play does not come to the position.
    reached: bool,
    actions: Vec<PositionAction>,
    /// The unit of the values, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    unit: Option<&'static str>,
}

/// Prints the content of the file, or the actions at the requested information set.
///
/// # Errors
///
/// The game cannot be opened, the policy is damaged, or the game has no such information set.
pub(super) fn show(arguments: &InspectArguments, reader: &Reader) -> anyhow::Result<()> {
    let game = ExplicitGame::open(&reader.header().game)?;
    let tree = game.game().compile()?;
    let plan = explicit::read_with_note(reader, &tree)?;
    let unreached = explicit::unreached(game.game(), &tree, &plan);
    let rows = game.game().behaviours(&TreeStrategy::new(&tree, plan.clone()));
    let Some(infoset) = &arguments.position else {
        let about = About::of("everything that a player knows", Some(rows.len() as u64), "samples");
        show_file(arguments, reader.header(), about)?;
        if !arguments.json && rows.len() <= SHOWN {
            println!("{}", table(&rows, &unreached));
        }
        return Ok(());
    };
    let Some(row) = rows.iter().find(|row| row.infoset == infoset.trim()) else {
        let some = rows.iter().take(5).map(|row| format!("`{}`", row.infoset));
        bail!(
            "{} has no information set `{infoset}`: write one as `cardsharp solve --out` does, such as {}",
            reader.header().game,
            some.collect::<Vec<_>>().join(", ")
        );
    };
    // Too large a game has no values of its histories.
    let line = explicit::line(&game, &tree, &plan, (row.player, &row.infoset));
    let mut position = Position {
        position: &row.infoset,
        player: row.player.to_string(),
        reached: !unreached.contains(&row.infoset),
        actions: PositionAction::of(row.actions.iter().map(|(action, share)| (action, *share))),
        unit: None,
    };
    if let Some(line) = line {
        position.unit = Some(explicit::UNIT);
        for (action, value) in position.actions.iter_mut().zip(line.values) {
            action.value = value;
        }
        fill_regrets(&mut position.actions);
    }
    if arguments.json {
        println!("{}", serde_json::to_string(&position)?);
    } else {
        let comes = if position.reached { "" } else { " (play does not come here)" };
        println!("player {}, {}{comes}", position.player, position.position);
        print_actions(&position.actions);
    }
    Ok(())
}

/// A table of all information sets with their actions. Those of `unreached` are marked.
pub(in crate::cli) fn table(rows: &[Behaviour], unreached: &BTreeSet<String>) -> comfy_table::Table {
    let mut table = columns(["player", "information set", "reached", "what it does"], ..0);
    for row in rows {
        let actions = row.actions.iter();
        let actions = actions.map(|(action, share)| format!("{action} {share:.4}"));
        let reached = if unreached.contains(&row.infoset) { "never" } else { "" };
        table.add_row([
            row.player.to_string(),
            row.infoset.clone(),
            reached.to_owned(),
            actions.collect::<Vec<_>>().join(", "),
        ]);
    }
    table
}
