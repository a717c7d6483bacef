//! `cardsharp solve`: the equilibrium of a game that fits memory, exactly.

use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use cardsharp_solvers::best_response::Exploitability;
use cardsharp_solvers::cfr::{Cfr, Preset};
use cardsharp_solvers::efg::EfgGame;
use cardsharp_solvers::game::{Game, Player};
use cardsharp_solvers::lp;
use cardsharp_solvers::run::{Limits, Observer, Progress, Schedule, StopReason, run as run_solver};
use cardsharp_solvers::strategy::{Behaviour, behaviours};
use cardsharp_solvers::tree::{Plan, Tree, TreeStrategy};
use cardsharp_solvers::yardsticks::{GameVisitor, Yardstick};
use clap::Args;
use clap::builder::PossibleValue;
use comfy_table::{Table, presets};
use serde::Serialize;

use super::interrupt::{self, INTERRUPTED};
use super::quantities::duration;

/// The solver that is no preset.
const LP: &str = "lp";
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
    /// An .efg file, or kuhn_poker, leduc_poker, liars_dice, goofspiel with OpenSpiel's parameters.
    game: String,
    /// A preset of the CFR family, or the linear program.
    #[arg(long, default_value = "pcfr+", value_parser = solver_names())]
    solver: String,
    /// Stop after so many iterations, each an update of every player.
    #[arg(long)]
    iterations: Option<u64>,
    /// Stop after this much time.
    #[arg(long, value_parser = duration)]
    time: Option<Duration>,
    /// Stop when NashConv is at most this, in the game's own unit.
    #[arg(long)]
    target: Option<f64>,
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

fn solver_names() -> clap::builder::PossibleValuesParser {
    let lp = PossibleValue::new(LP)
        .help("linear program in sequence form (Koller, Megiddo & von Stengel 1996)");
    Preset::ALL
        .iter()
        .map(|preset| PossibleValue::new(preset.name).help(preset.summary))
        .chain([lp])
        .collect::<Vec<_>>()
        .into()
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
    let path = Path::new(&arguments.game);
    let is_file = path.extension().is_some_and(|end| end == "efg") || path.is_file();
    if !is_file {
        let yardstick: Yardstick = arguments
            .game
            .parse()
            .with_context(|| format!("{} is neither an .efg file nor a game", arguments.game))?;
        let name = yardstick.to_string();
        return yardstick.visit(Solve { arguments, name });
    }
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let game = EfgGame::parse_bytes(&bytes).with_context(|| path.display().to_string())?;
    let name = match game.title() {
        "" => path.display().to_string(),
        title => title.to_owned(),
    };
    Solve { arguments, name }.visit(&game)
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
        let solved = match self.arguments.solver.as_str() {
            LP => solve_by_lp(&tree)?,
            name => solve_by_cfr(&tree, name, self.arguments, most - least)?,
        };
        let arguments = self.arguments;
        let players = 0..tree.players() as u8;
        let sets: usize = players
            .map(|player| tree.infosets(Player::new(player)))
            .sum();
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
        Ok(match solved.reason {
            Some(StopReason::Interrupted) => ExitCode::from(INTERRUPTED),
            _ => ExitCode::SUCCESS,
        })
    }
}

struct Solved {
    plan: Plan,
    found: Exploitability,
    iterations: Option<u64>,
    seconds: f64,
    reason: Option<StopReason>,
}

fn solve_by_lp(tree: &Tree) -> anyhow::Result<Solved> {
    let begin = Instant::now();
    let plan = lp::solve(tree)?.plan;
    Ok(Solved {
        found: plan.exploitability(tree),
        plan,
        iterations: None,
        seconds: begin.elapsed().as_secs_f64(),
        reason: None,
    })
}

fn solve_by_cfr(
    tree: &Tree,
    name: &str,
    arguments: &SolveArguments,
    range: f64,
) -> anyhow::Result<Solved> {
    let Some(preset) = Preset::by_name(name) else {
        bail!("no preset is called {name}");
    };
    let unlimited =
        arguments.iterations.is_none() && arguments.time.is_none() && arguments.target.is_none();
    let limits = Limits {
        time: arguments
            .time
            .or(unlimited.then_some(Duration::from_secs(60))),
        iterations: arguments.iterations,
        target: arguments.target.or(unlimited.then_some(1e-6 * range)),
    };
    // What schedules take for the whole where no number was given.
    let mut solver = Cfr::new(tree, preset, arguments.iterations.unwrap_or(1000));
    let schedule = Schedule {
        measure: Some(Duration::from_millis(1)),
        measure_growth: 1.2,
        ..Schedule::default()
    };
    let interrupt = interrupt::flag()?;
    let Ok(outcome) = run_solver(&mut solver, &limits, &schedule, &interrupt, &mut Meter);
    Ok(Solved {
        found: solver.exploitability(),
        plan: solver.plan(),
        iterations: Some(outcome.progress.iterations),
        seconds: outcome.progress.seconds,
        reason: Some(outcome.reason),
    })
}

/// Measures what the solver has reached.
struct Meter;

impl Observer<Cfr<'_>> for Meter {
    type Error = Infallible;

    fn progress(&mut self, _progress: &Progress) {}

    fn measure(
        &mut self,
        solver: &mut Cfr<'_>,
        _progress: &Progress,
    ) -> Result<Option<f64>, Infallible> {
        Ok(Some(solver.exploitability().nash_conv()))
    }

    fn save(&mut self, _solver: &mut Cfr<'_>, _progress: &Progress) -> Result<(), Infallible> {
        Ok(())
    }
}

impl Solve<'_> {
    fn report(&self, tree: &Tree, solved: &Solved, rows: &[Behaviour]) -> anyhow::Result<()> {
        let players = 0..tree.players();
        let infosets: Vec<usize> = players
            .map(|player| tree.infosets(Player::new(player as u8)))
            .collect();
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
                unit: "utility of the game",
                iterations: solved.iterations,
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
            let iterations = solved.iterations;
            let iterations =
                iterations.map_or(String::new(), |count| format!("{count} iterations, "));
            eprintln!(
                "{}: {iterations}{:.3} s",
                self.arguments.solver, solved.seconds
            );
        }
        for (player, value) in solved.found.values.iter().enumerate() {
            println!("value to player {player}: {value:.9}");
        }
        println!("NashConv {nash_conv:.3e} (utility of the game, summed over players)");
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
