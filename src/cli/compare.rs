//! `cardsharp compare`: several solvers on one game.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;
use comfy_table::Table;
use serde::Serialize;

use super::candidates;
use super::plot::X;
use crate::explicit::{self, ExplicitGame, Method, Solved, Task, UNIT, default_limits, solve};
use cardsharp_arena::columns::columns;
use cardsharp_commands::overwrite::Overwrite;
use cardsharp_commands::quantities::{self, names};
use cardsharp_commands::solve::curve::{Curve, CurveRun};
use cardsharp_commands::{interrupt, memory, threads};
use cardsharp_game::BadUsage;
use cardsharp_plots::picture;
use cardsharp_plots::plot::{self, Ordinate, Plot, draw};
use cardsharp_policy::container::require_numbers;
use cardsharp_policy::measurement::Quantity;
use cardsharp_policy::report::ReportError;
use cardsharp_policy::report::claim::{Lock, claim};
use cardsharp_policy::report::curve::CurvePoint;
use cardsharp_policy::report::manifest;
use cardsharp_solvers::best_response::Exploitability;
use cardsharp_solvers::observers::Observe;
use cardsharp_solvers::run::{Limits, MeasurePoints, Progress, StopReason};
use cardsharp_solvers::tree::Tree;
use cardsharp_terminal::{eprintln, println};

/// The most decades of NashConv that the table shows.
const DECADES: usize = 5;

/// Solve a game with several solvers one after the other, and compare their curves.
#[derive(Args)]
#[command(after_help = "\
Examples:
  cardsharp compare leduc_poker --solver dcfr,pcfr+,vad-cfr --iterations 300
  cardsharp compare 'liars_dice(dice_sides=3)' --solver cfr+,dcfr --target 1e-3 --plot dice.svg --curves dice
  cardsharp compare kuhn_poker --solver dcfr,mccfr,lp --time 1s --json

The table has the iterations that each solver took to a NashConv of a tenth, a hundredth and so on. Seconds are those
of solving, without measuring; CPU seconds are those of all threads. Without --iterations, --time or --target each
solver stops as `solve` does.")]
pub struct CompareArguments {
    /// A file of Gambit (.efg or .nfg), one of the games with known values, or a small member of a contest's family
    #[arg(add = candidates::games())]
    game: String,
    /// The solvers
    #[arg(long, required = true, value_delimiter = ',', value_name = "SOLVER,SOLVER", value_parser = names(Method::all()))]
    solver: Vec<String>,
    /// Stop each after so many iterations
    #[arg(long, value_parser = quantities::count)]
    iterations: Option<u64>,
    /// Stop each after so much time, measuring included
    #[arg(long, value_parser = quantities::time)]
    time: Option<Duration>,
    /// Stop each when NashConv is at most this, in the game's own unit
    #[arg(long, value_parser = quantities::target)]
    target: Option<f64>,
    /// Measure after every N iterations, or with `geometric` after 1, 2, 3 and so on, 20 times a decade at most
    #[arg(long, value_name = "N", default_value = "geometric", value_parser = quantities::measure_points)]
    measure_every: MeasurePoints,
    /// Draw all curves into one picture, as its name ends: .svg or .png
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
    /// Quantity of the picture's horizontal axis
    #[arg(long, value_enum, default_value = "iterations")]
    x: X,
    /// Write each curve as CSV into this folder, with its manifest
    #[arg(long, value_name = "FOLDER")]
    curves: Option<PathBuf>,
    /// Threads; all cores if not given
    #[arg(long, value_parser = quantities::threads)]
    threads: Option<NonZeroUsize>,
    /// Most memory that the process takes
    #[arg(long, value_name = "BYTES", value_parser = memory::amount)]
    max_memory: Option<u64>,
    /// Seed of what is sampled
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    overwrite: Overwrite,
    /// Print one JSON object on standard output
    #[arg(long)]
    json: bool,
    /// Say nothing but the result
    #[arg(long)]
    quiet: bool,
}

/// The output of `--json`.
#[derive(Serialize)]
struct Output {
    game: String,
    players: usize,
    infosets: usize,
    unit: &'static str,
    runs: Vec<Run>,
}

/// The run of a solver.
#[derive(Serialize)]
struct Run {
    solver: String,
    iterations: Option<u64>,
    seconds: f64,
    cpu_seconds: Option<f64>,
    nash_conv: f64,
    stop_reason: Option<StopReason>,
    points: Vec<Point>,
    #[serde(skip)]
    curve: Vec<CurvePoint>,
}

/// A point of the curve.
#[derive(Serialize)]
struct Point {
    iteration: u64,
    seconds: f64,
    nash_conv: f64,
}

/// Runs the command.
///
/// # Errors
///
/// The game cannot be opened or solved, or a file cannot be written.
pub fn run(arguments: &CompareArguments) -> Result<ExitCode> {
    let most = arguments.most_memory();
    memory::watch(most)?;
    arguments.check()?;
    let _claimed = arguments.claim()?;
    let game = ExplicitGame::open_within(&arguments.game, most)?;
    if let Some(note) = game.note() {
        eprintln!("{note}");
    }
    let methods = arguments.methods()?;
    let tree = explicit::compile(&game, methods[0], most)?;
    let pool = threads::pool(threads::count(arguments.threads))?;
    let mut runs = Vec::new();
    let mut last = None;
    for (name, &method) in arguments.solver.iter().zip(&methods) {
        let run = pool.install(|| arguments.solve(&game, &tree, name, method))?;
        last = run.stop_reason;
        runs.push(run);
        if last == Some(StopReason::Interrupted) {
            break;
        }
    }
    let output = Output {
        game: game.title(),
        players: tree.players(),
        infosets: tree.infosets_by_player().iter().sum(),
        unit: UNIT,
        runs,
    };
    if let Some(path) = &arguments.plot {
        draw(path, &output.plot(arguments.x))?;
    }
    if arguments.json {
        println!("{}", serde_json::to_string(&output)?);
    } else {
        println!("{}", output.table());
    }
    Ok(interrupt::exit_code(last))
}

impl CompareArguments {
    fn most_memory(&self) -> u64 {
        memory::or_default(self.max_memory, cardsharp_commands::solve::MAX_MEMORY)
    }

    fn check(&self) -> Result<(), BadUsage> {
        if let Some(path) = &self.plot {
            picture::check_name(path).map_err(BadUsage::new)?;
        }
        let in_one_go = |name: &String| [Method::LP, Method::SIMPLEX].contains(&name.as_str());
        if self.plot.is_some() && self.solver.iter().all(in_one_go) {
            return Err(BadUsage::new(format!("--plot: {} has no curve", self.solver[0])));
        }
        let distinct: BTreeSet<&String> = self.solver.iter().collect();
        if distinct.len() < self.solver.len() {
            return Err(BadUsage::new("--solver names a solver twice"));
        }
        Ok(())
    }

    /// The files of the curves, in the order of the solvers.
    fn files(&self) -> impl Iterator<Item = PathBuf> {
        let folder = self.curves.iter();
        folder.flat_map(|folder| self.solver.iter().map(|name| folder.join(format!("{name}.csv"))))
    }

    /// Locks the files that will be written, in a folder that is made.
    fn claim(&self) -> Result<Vec<Lock>> {
        if let Some(folder) = &self.curves {
            let made = std::fs::create_dir_all(folder);
            made.with_context(|| format!("cannot make {}", folder.display()))?;
        }
        let curves = self.files().flat_map(|path| [manifest::path_for(&path), path]);
        let files: Vec<PathBuf> = curves.chain(self.plot.clone()).collect();
        Ok(claim(&files, self.overwrite.force)?)
    }

    fn methods(&self) -> Result<Vec<Method>> {
        let methods = self.solver.iter().map(|name| {
            let method = Method::by_name(Method::resolved(name));
            method.with_context(|| format!("no solver is called {name}"))
        });
        methods.collect()
    }

    fn limits(&self) -> Limits {
        Limits { time: self.time, iterations: self.iterations, target: self.target }
    }

    fn solve(&self, game: &ExplicitGame, tree: &Tree, name: &str, method: Method) -> Result<Run> {
        let title = game.title();
        let run = CurveRun {
            game: &title,
            solver: name,
            seed: self.seed,
            threads: threads::count(self.threads),
            infosets: tree.infosets_by_player().iter().sum::<usize>() as u64,
        };
        let path = self.files().find(|path| path.file_stem().is_some_and(|stem| stem == name));
        let mut watched = Watched { curve: run.curve(path.as_deref(), 0, self.quiet)?, points: Vec::new() };
        let game = game.game();
        let task = Task {
            method,
            limits: self.limits().or_else(|| default_limits(game, tree)),
            measure: self.measure_every,
            seed: self.seed,
            max_memory: self.most_memory(),
            joint_play: false,
        };
        let interrupt = explicit::interrupt_flag(method, tree)?;
        let solved = solve(game, tree, &task, &interrupt, &mut watched, None)?;
        watched.curve.finish(solved.reason)?;
        require_numbers([solved.found.nash_conv()])?;
        Ok(Run::new(name, &solved, watched.points))
    }
}

/// Keeps every measure, and adds it to the curve.
struct Watched {
    curve: Curve,
    points: Vec<CurvePoint>,
}

impl Observe for Watched {
    type Error = ReportError;

    fn progress(&mut self, progress: &Progress) {
        self.curve.show(progress);
    }

    fn measured(&mut self, progress: &Progress, found: &Exploitability) -> Result<(), ReportError> {
        self.curve.push(progress, found.nash_conv(), UNIT);
        self.points.push(CurvePoint::exact(progress, found.nash_conv(), UNIT));
        Ok(())
    }
}

impl Run {
    fn new(solver: &str, solved: &Solved, curve: Vec<CurvePoint>) -> Run {
        let points = curve.iter().map(|point| Point {
            iteration: point.iteration,
            seconds: point.seconds,
            nash_conv: point.value,
        });
        Run {
            solver: solver.to_owned(),
            iterations: solved.progress.map(|progress| progress.iterations),
            seconds: solved.seconds,
            cpu_seconds: solved.cpu_seconds,
            nash_conv: solved.found.nash_conv(),
            stop_reason: solved.reason,
            points: points.collect(),
            curve,
        }
    }

    /// The iterations to this NashConv: of the first measure that is not above it.
    fn iterations_to(&self, nash_conv: f64) -> Option<u64> {
        let mut points = self.points.iter();
        Some(points.find(|point| point.nash_conv <= nash_conv)?.iteration)
    }
}

impl Output {
    /// The powers of ten that a solver came down to, the lowest ones.
    fn decades(&self) -> Vec<f64> {
        let values = || self.runs.iter().flat_map(|run| &run.points).map(|point| point.nash_conv);
        let highest = values().fold(0.0, f64::max);
        let powers = (-15..=15).rev().map(|power| 10_f64.powi(power));
        let reached = powers.filter(|&power| power < highest && values().any(|value| value <= power));
        let reached: Vec<f64> = reached.collect();
        reached[reached.len().saturating_sub(DECADES)..].to_vec()
    }

    fn table(&self) -> Table {
        let decades = self.decades();
        let header = ["solver", "iterations", "NashConv", "seconds", "CPU seconds"].map(str::to_owned);
        let header = header.into_iter().chain(decades.iter().map(|decade| format!("to {decade:.0e}")));
        let mut table = columns(header.collect::<Vec<_>>(), 1..);
        let or_dash = |figure: Option<String>| figure.unwrap_or_else(|| "-".to_owned());
        for run in &self.runs {
            let figures = [
                run.solver.clone(),
                or_dash(run.iterations.map(|iterations| iterations.to_string())),
                format!("{:.3e}", run.nash_conv),
                format!("{:.3}", run.seconds),
                or_dash(run.cpu_seconds.map(|seconds| format!("{seconds:.3}"))),
            ];
            let reached = decades.iter().map(|&decade| run.iterations_to(decade));
            let reached = reached.map(|iterations| or_dash(iterations.map(|iterations| iterations.to_string())));
            table.add_row(figures.into_iter().chain(reached));
        }
        table
    }

    fn plot(&self, x: X) -> Plot {
        let y = Ordinate::Measured;
        let curves = self.runs.iter().filter(|run| !run.curve.is_empty());
        Plot {
            title: Some(format!("{}: {} in {UNIT}", self.game, y.name(Quantity::NashConv))),
            x: x.into(),
            y,
            curves: curves.map(|run| plot::Curve { label: run.solver.clone(), points: run.curve.clone() }).collect(),
        }
    }
}
