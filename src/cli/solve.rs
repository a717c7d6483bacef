//! `cardsharp solve`: the equilibrium of a game that fits memory, exactly.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use cardsharp_solvers::game::Game;
use cardsharp_solvers::run::{Limits, StopReason};
use cardsharp_solvers::strategy::{Behaviour, behaviours};
use cardsharp_solvers::tree::{Tree, TreeStrategy};
use cardsharp_solvers::yardsticks::GameVisitor;
use clap::Args;
use comfy_table::{Table, presets};
use serde::Serialize;

use super::interrupt;
use super::quantities::{duration, names};
use crate::explicit::{ExplicitGame, Method, Solved, Task, UNIT, solve};

/// Information sets up to which the strategy is shown without being asked for.
const SHOWN: usize = 40;

/// Solves a game that fits memory: an .efg file, or one of the games with known values.
#[derive(Args)]
#[command(after_help = "\
Examples:
  cardsharp solve data/efg/signalling.efg
  cardsharp solve leduc_poker --solver dcfr --target 1e-4
  cardsharp solve 'liars_dice(dice_sides=4)' --solver lp --json
  cardsharp solve kuhn_poker --solver pdcfr+ --iterations 500 --out kuhn.csv

Without --iterations, --time or --target a CFR preset stops at NashConv 1e-6 of the largest difference
between two utilities, or after a minute. The linear program is for two players whose utilities add up
to the same everywhere. With more players, or where they do not, CFR promises no equilibrium: the
NashConv it prints is what it has reached.")]
pub struct SolveArguments {
    /// An .efg file; kuhn_poker, leduc_poker, liars_dice or goofspiel with OpenSpiel's parameters; or a
    /// small challenge(ranks=R,copies=K,hand_size=N).
    game: String,
    /// A preset of the CFR family, one of Monte-Carlo CFR, or the linear program.
    #[arg(long, default_value = "pcfr+", value_parser = names(Method::all()))]
    solver: String,
    /// Stop after so many iterations, each an update of every player; of Monte-Carlo CFR, traversals.
    #[arg(long)]
    iterations: Option<u64>,
    /// Stop after this much time.
    #[arg(long, value_parser = duration)]
    time: Option<Duration>,
    /// Stop when NashConv is at most this, in the game's own unit.
    #[arg(long)]
    target: Option<f64>,
    /// Seed of what is sampled; on one thread the same seed gives the same strategy.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write the strategy as CSV: player, information set, action, probability.
    #[arg(long, value_name = "FILE.csv")]
    out: Option<PathBuf>,
    /// Print one JSON object on standard output.
    #[arg(long)]
    json: bool,
    /// Say nothing but the result.
    #[arg(long)]
    quiet: bool,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Output {
    game: String,
    solver: String,
    players: usize,
    nodes: u64,
    infosets: Vec<usize>,
    values: Vec<f64>,
    nash_conv: f64,
    exploitability: f64,
    unit: &'static str,
    iterations: Option<u64>,
    seconds: f64,
    stop_reason: Option<StopReason>,
    strategy: Option<PathBuf>,
}

/// Solves.
pub fn run(arguments: &SolveArguments) -> anyhow::Result<ExitCode> {
    let game = ExplicitGame::open(&arguments.game)?;
    let name = game.title();
    game.visit(Solve { arguments, name })
}

struct Solve<'a> {
    arguments: &'a SolveArguments,
    name: String,
}

impl GameVisitor for Solve<'_> {
    type Output = anyhow::Result<ExitCode>;

    fn visit<G: Game>(self, game: &G) -> anyhow::Result<ExitCode> {
        let tree = Tree::compile(game)?;
        let (least, most) = game.utility_bounds();
        let arguments = self.arguments;
        let interrupt = interrupt::flag()?;
        let task = task(arguments, most - least)?;
        let solved = solve(game, &tree, &task, &interrupt, &mut |_, _| ())?;
        let sets: usize = tree.infosets_by_player().iter().sum();
        // Naming every information set takes another walk through the game.
        let shown = !arguments.json && sets <= SHOWN;
        let rows = match arguments.out.is_some() || shown {
            true => behaviours(game, &TreeStrategy::new(&tree, solved.plan.clone())),
            false => Vec::new(),
        };
        if let Some(path) = &arguments.out {
            write_csv(path, &rows)?;
        }
        self.report(&tree, &solved, &rows)?;
        Ok(interrupt::exit_code(solved.reason))
    }
}

fn task(arguments: &SolveArguments, range: f64) -> anyhow::Result<Task> {
    let given = Limits {
        time: arguments.time,
        iterations: arguments.iterations,
        target: arguments.target,
    };
    Ok(Task {
        method: Method::by_name(&arguments.solver)
            .with_context(|| format!("no solver is called {}", arguments.solver))?,
        limits: given.or(Limits {
            time: Some(Duration::from_secs(60)),
            iterations: None,
            target: Some(1e-6 * range),
        }),
        measure: (Duration::from_millis(1), 1.2),
        seed: arguments.seed,
        max_memory: u64::MAX,
    })
}

impl Solve<'_> {
    fn report(&self, tree: &Tree, solved: &Solved, rows: &[Behaviour]) -> anyhow::Result<()> {
        let infosets = tree.infosets_by_player();
        let nash_conv = solved.found.nash_conv();
        if self.arguments.json {
            let output = Output {
                game: self.name.clone(),
                solver: self.arguments.solver.clone(),
                players: tree.players(),
                nodes: tree.histories(),
                infosets,
                values: solved.found.values.clone(),
                nash_conv,
                exploitability: nash_conv / tree.players() as f64,
                unit: UNIT,
                iterations: solved.progress.map(|progress| progress.iterations),
                seconds: solved.seconds,
                stop_reason: solved.reason,
                strategy: self.arguments.out.clone(),
            };
            println!("{}", serde_json::to_string(&output)?);
            return Ok(());
        }
        if !self.arguments.quiet {
            let sets: usize = infosets.iter().sum();
            eprintln!(
                "{}: {} nodes, {sets} information sets",
                self.name,
                tree.histories()
            );
            let iterations = match solved.progress {
                Some(progress) => format!("{} iterations, ", progress.iterations),
                None => String::new(),
            };
            eprintln!(
                "{}: {iterations}{:.3} s",
                self.arguments.solver, solved.seconds
            );
        }
        for (player, value) in solved.found.values.iter().enumerate() {
            println!("value to player {player}: {value:.9}");
        }
        println!("NashConv {nash_conv:.3e} ({UNIT}, summed over players)");
        if self.arguments.out.is_none() && !rows.is_empty() {
            println!("{}", table(rows));
        }
        Ok(())
    }
}

fn table(rows: &[Behaviour]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(["player", "information set", "what it does"]);
    for row in rows {
        let actions = row.actions.iter();
        let actions = actions.map(|(action, share)| format!("{action} {share:.4}"));
        table.add_row([
            row.player.to_string(),
            row.infoset.clone(),
            actions.collect::<Vec<_>>().join(", "),
        ]);
    }
    table
}

fn write_csv(path: &Path, rows: &[Behaviour]) -> anyhow::Result<()> {
    let written = || -> Result<(), csv::Error> {
        let mut writer = csv::Writer::from_path(path)?;
        writer.write_record(["player", "infoset", "action", "probability"])?;
        for row in rows {
            for (action, share) in &row.actions {
                let player = row.player.to_string();
                writer.write_record([&player, &row.infoset, action, &share.to_string()])?;
            }
        }
        Ok(writer.flush()?)
    };
    written().with_context(|| format!("cannot write {}", path.display()))
}
