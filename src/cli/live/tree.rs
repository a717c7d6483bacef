//! `cardsharp tree`: the tree of a game as a picture or a table.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use cardsharp_commands::candidates;
use cardsharp_commands::overwrite::Overwrite;
use cardsharp_contest::explorer::{Explorer, NodeTurn, Place, TreePart};
use cardsharp_files::replace_by;
use cardsharp_plots::picture;
use cardsharp_terminal::println;
use cardsharp_view::tree_picture;
use clap::Args;

use crate::cli::exploration;
use crate::explicit::TreeExplorer;

/// Draw the tree of a game that fits in memory, with the probabilities and values of a policy: SVG, PNG or CSV
#[derive(Args)]
#[command(after_help = "\
Examples:
  cardsharp tree kuhn_poker --out kuhn.svg
  cardsharp tree data/efg/signalling.efg --levels 9 --out signalling.png
  cardsharp tree leduc_poker Js Qh --levels 4 --out leduc.csv

A game is solved first. Names of players and the title are those of the file. Below each branch stand the values of all
players after it.")]
pub struct TreeArguments {
    /// A policy, or a game that fits in memory: its name or a file of Gambit, which is solved
    #[arg(value_name = "POLICY|GAME", add = candidates::policies())]
    shown: PathBuf,
    /// The actions and outcomes that lead to the node below which the tree is drawn
    #[arg(value_name = "STEP")]
    steps: Vec<String>,
    /// The levels of the tree
    #[arg(long, value_name = "N", default_value_t = 6)]
    levels: usize,
    /// The number of nodes at most
    #[arg(long, value_name = "N", default_value_t = 400)]
    nodes: usize,
    /// The file to write, as its name ends: .svg, .png or .csv
    #[arg(long, value_name = "FILE.svg")]
    out: PathBuf,
    #[command(flatten)]
    overwrite: Overwrite,
}

/// Runs the command.
///
/// # Errors
///
/// The policy or the game cannot be opened, it has no such node, or the file cannot be written.
pub(super) fn run(arguments: &TreeArguments) -> anyhow::Result<ExitCode> {
    arguments.overwrite.require(&arguments.out)?;
    let as_table = arguments.out.extension().is_some_and(|end| end.eq_ignore_ascii_case("csv"));
    if !as_table {
        picture::check_name(&arguments.out)?;
    }
    let explorer = if exploration::is_policy(&arguments.shown) {
        TreeExplorer::load(&arguments.shown)?
    } else {
        TreeExplorer::solved(&arguments.shown.to_string_lossy())?
    };
    let place = Place { steps: arguments.steps.clone(), ..Place::default() };
    let part = explorer.part(&place, arguments.levels, arguments.nodes)?;
    let players = explorer.players();
    if as_table {
        write(&arguments.out, &part, &players)?;
    } else {
        let svg = tree_picture(&part, &players, explorer.title());
        let description = format!("The tree of {}, {}.", explorer.game(), explorer.summary());
        picture::save_svg(&arguments.out, &svg, explorer.title(), &description)?;
    }
    println!("{}: {}", arguments.out.display(), explorer.summary());
    Ok(ExitCode::SUCCESS)
}

/// Writes a row for each node, in the order of a depth-first walk.
fn write(path: &Path, part: &TreePart, players: &[String]) -> anyhow::Result<()> {
    replace_by(path, |file| {
        let mut table = csv::Writer::from_writer(file);
        let head = ["path", "level", "turn", "infoset", "probability"].map(str::to_owned);
        let values = players.iter().map(|player| format!("value of {player}"));
        table.write_record(head.into_iter().chain(values))?;
        write_part(&mut table, part, &mut Vec::new(), 1.0)?;
        table.flush()?;
        anyhow::Ok(())
    })
    .with_context(|| format!("cannot write {}", path.display()))
}

fn write_part<W: std::io::Write>(
    table: &mut csv::Writer<W>,
    part: &TreePart,
    path: &mut Vec<String>,
    share: f64,
) -> anyhow::Result<()> {
    let turn = match &part.turn {
        NodeTurn::Player(_, name) => name,
        NodeTurn::Chance => "chance",
        NodeTurn::Over => "end",
    };
    let row = [path.join(" "), path.len().to_string(), turn.to_owned(), part.infoset.clone(), share.to_string()];
    let values = part.values.iter().map(f64::to_string);
    table.write_record(row.into_iter().chain(values))?;
    for (name, share, child) in &part.children {
        path.push(name.clone());
        write_part(table, child, path, *share)?;
        path.pop();
    }
    Ok(())
}
