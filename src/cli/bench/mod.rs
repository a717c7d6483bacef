//! `cardsharp bench`: one number for the behaviour of every preset on every game with known values.

mod sheet;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::anyhow;
use cardsharp_solvers::cfr::{Cfr, Preset};
use cardsharp_solvers::games::KnownGame;
use cardsharp_solvers::tree::Tree;
use cardsharp_terminal::{eprintln, println};
use clap::Args;
use comfy_table::Table;
use serde::Serialize;

use cardsharp_arena::columns::columns;
use cardsharp_commands::overwrite::Overwrite;
use cardsharp_commands::progress;

/// Iterations of each run.
const ITERATIONS: u64 = 100;

/// Run every preset of the CFR family on every game.
#[derive(Args)]
#[command(after_help = "\
Examples:
  cardsharp bench
  cardsharp bench --json
  cardsharp bench --plot presets.svg

The signature is the exploitability after a hundred iterations. It is the same on every machine and with
any number of threads, and changes only if a solver changes. Each speed is that of one short run on this
machine.")]
pub struct BenchArguments {
    /// Draw the curves of all presets, those of Monte-Carlo CFR too, on all games into one picture
    /// instead: about a minute.
    #[arg(long, value_name = "FILE.svg", conflicts_with = "json")]
    plot: Option<PathBuf>,
    #[command(flatten)]
    overwrite: Overwrite,
    /// Print one JSON object on standard output.
    #[arg(long)]
    json: bool,
}

/// The output of `--json`.
#[derive(Serialize)]
struct Output {
    iterations: u64,
    runs: Vec<Run>,
}

#[derive(Serialize)]
struct Run {
    game: String,
    solver: &'static str,
    signature: String,
    iterations_per_second: f64,
    nodes_per_second: f64,
}

/// Runs the command.
///
/// # Errors
///
/// A game cannot be compiled, or the picture cannot be written.
pub fn run(arguments: &BenchArguments) -> anyhow::Result<ExitCode> {
    if let Some(path) = &arguments.plot {
        arguments.overwrite.require(path)?;
        sheet::draw(path)?;
        eprintln!("wrote {}", path.display());
        return Ok(ExitCode::SUCCESS);
    }
    let mut runs = Vec::new();
    let steps = KnownGame::PUBLISHED.len() * Preset::ALL.len();
    let bar = progress::bar(Some(steps as u64), "{pos}/{len} runs, {elapsed}", false);
    for name in KnownGame::PUBLISHED {
        let game: KnownGame = name.parse().map_err(|error| anyhow!("{name}: {error}"))?;
        let tree = game.game().compile()?;
        for preset in Preset::ALL {
            runs.push(measure(name, &tree, *preset));
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    let output = Output { iterations: ITERATIONS, runs };
    if arguments.json {
        println!("{}", serde_json::to_string(&output)?);
    } else {
        println!("{}", table(&output));
    }
    Ok(ExitCode::SUCCESS)
}

fn measure(game: &str, tree: &Tree, preset: Preset) -> Run {
    let mut solver = Cfr::new(tree, preset).planned(ITERATIONS);
    let begin = Instant::now();
    solver.advance(ITERATIONS);
    let rate = ITERATIONS as f64 / begin.elapsed().as_secs_f64();
    let exploitability = solver.exploitability().nash_conv() / tree.players() as f64;
    Run {
        game: game.to_owned(),
        solver: preset.name,
        signature: signature(exploitability),
        iterations_per_second: rate,
        nodes_per_second: rate * tree.histories() as f64 * tree.players() as f64,
    }
}

/// Formats an exploitability with seven digits, and one below 1e-9 as 0. The powers in the solvers come from
/// the library of the platform, so their last bits differ between platforms.
fn signature(exploitability: f64) -> String {
    if exploitability < 1e-9 { "0".to_owned() } else { format!("{exploitability:.6e}") }
}

fn table(output: &Output) -> Table {
    let mut table = columns(["game", "solver", "signature", "iterations/s", "nodes/s"], 2..);
    for run in &output.runs {
        table.add_row([
            run.game.clone(),
            run.solver.to_owned(),
            run.signature.clone(),
            format!("{:.0}", run.iterations_per_second),
            format!("{:.3e}", run.nodes_per_second),
        ]);
    }
    table
}
