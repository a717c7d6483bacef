//! `cardsharp values`: what each score of a game of Challenge is worth, shown or solved.

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context, bail};
use cardsharp_solvers::run::Limits;
use cardsharp_solvers::sampled::Preset;
use cardsharp_terminal::{eprintln, println};
use clap::{ArgMatches, Args, FromArgMatches};
use comfy_table::Table;
use serde::Serialize;

use cardsharp_arena::columns::columns;
use cardsharp_challenge_game::rules::{POINTS_TO_WIN, Params};
use cardsharp_challenge_solver::infosets::checked_name;
use cardsharp_challenge_solver::policy::TrainedPolicy;
use cardsharp_challenge_solver::scores::{GameValues, PartialValues, Score};
use cardsharp_challenge_solver::training::ScoreSolver;
use cardsharp_commands::interrupt::{self, INTERRUPTED};
use cardsharp_commands::overwrite::Overwrite;
use cardsharp_commands::quantities::{self, names};
use cardsharp_commands::{memory, progress, threads};
use cardsharp_contest::{StagedStudy, StudyPart};
use cardsharp_files::replace;
use cardsharp_plots::heatmap::{Heatmap, draw};
use cardsharp_policy::report::claim::{Lock, require_free};
use cardsharp_policy::report::uncertainty::KnownDigits;
use cardsharp_terminal::counted::counted;

/// Show or solve the value of each score of Challenge: what a game is worth there to the player who
/// leads the next hand.
#[derive(Args)]
#[command(after_help = "\
Examples:
  cardsharp values
  cardsharp values --plot values.svg
  cardsharp values --solve --out values.json --time-per-score 20s
  cardsharp values --solve --out values.json --time-per-score 20s --resume
  cardsharp values --from values.json --json
  cardsharp values --solve --score 9,8 --later last.json --out before.json --time-per-score 20s

Rows are the leader's points, columns the follower's. --solve begins with the last score, 9,9, and
writes FILE after each of the 100; Ctrl-C leaves those that are done, and --resume goes on.

The residual of a score is how far its value may be if those of the later scores are right: the
sampling error of the value, and what an exact best response gains over the strategy that has it, in
the worse seat (an estimate from --hands own hands a seat). Table and picture show the digits that it
leaves known; --json has all.")]
pub struct ValuesArguments {
    /// Show these tables, as one, instead of the built-in one; it may be unfinished.
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["solve", "SolvingArguments"])]
    from: Vec<PathBuf>,
    /// Print one JSON object on standard output.
    #[arg(long)]
    json: bool,
    /// Draw the table as a picture.
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
    #[command(flatten)]
    overwrite: Overwrite,
    /// Solve all 100 scores backwards.
    #[arg(long, requires = "out")]
    solve: bool,
    #[command(flatten)]
    solving: SolvingArguments,
}

/// The options of `--solve`.
#[derive(Args)]
#[command(next_help_heading = "Options of --solve")]
struct SolvingArguments {
    /// Where the table goes.
    #[arg(long, value_name = "FILE", requires = "solve")]
    out: Option<PathBuf>,
    /// Go on with an unfinished table in FILE, which the same options have begun.
    #[arg(long, requires = "solve")]
    resume: bool,
    /// Solve this score alone: the leader's and the follower's points. FILE gets a table of it.
    #[arg(long, value_name = "A,B", requires = "solve", conflicts_with = "resume")]
    score: Option<Score>,
    /// With --score: tables with the scores to which the hand can lead.
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "score", conflicts_with = "resume")]
    later: Vec<PathBuf>,
    /// Training time of each score's hand.
    #[arg(long, default_value = "20s", value_parser = quantities::time, requires = "solve")]
    time_per_score: Duration,
    /// Train each hand for so many traversals instead of a time.
    #[arg(long, value_name = "N", requires = "solve", conflicts_with = "time_per_score")]
    iterations_per_score: Option<NonZeroU64>,
    /// What a player remembers: see `cardsharp train --help`.
    #[arg(long, default_value = "tricks", value_parser = checked_name, requires = "solve")]
    infosets: String,
    /// The solver's preset.
    #[arg(long, default_value = Preset::DEFAULT.name, value_parser = names(preset_names()), requires = "solve")]
    solver: String,
    /// Hands to play out for each value.
    #[arg(long, default_value_t = 1 << 22, requires = "solve")]
    play_outs: u64,
    /// Own hands in each seat to measure the best response's gain on, at every score; 0 measures none.
    #[arg(long, default_value_t = 2, requires = "solve")]
    hands: usize,
    /// Take what this policy does at every score instead of training each hand.
    #[arg(
        long,
        value_name = "FILE",
        requires = "solve",
        conflicts_with_all = ["time_per_score", "iterations_per_score", "infosets", "solver", "ranks", "copies", "hand_size"]
    )]
    policy: Option<PathBuf>,
    /// Threads [default: all cores].
    #[arg(long, requires = "solve", value_parser = quantities::threads)]
    threads: Option<NonZeroUsize>,
    /// Seed.
    #[arg(long, default_value_t = 1, requires = "solve")]
    seed: u64,
    /// Most memory that the process takes [default: 4GiB, or less on a small machine].
    #[arg(long, value_name = "BYTES", value_parser = memory::amount, requires = "solve")]
    max_memory: Option<u64>,
    /// Ranks of the cards [default: the contest's 13].
    #[arg(long, requires = "solve")]
    ranks: Option<u8>,
    /// Copies of each rank [default: the contest's 8].
    #[arg(long, requires = "solve")]
    copies: Option<u8>,
    /// Cards a hand [default: the contest's 5].
    #[arg(long, requires = "solve")]
    hand_size: Option<u8>,
    /// No progress line.
    #[arg(long, requires = "solve")]
    quiet: bool,
}

/// The memory of a process by default.
const MAX_MEMORY: u64 = 4 << 30;

/// The unit of every number of the table.
const UNIT: &str = "game-win probability of the leader of the next hand";

/// The output of `--json`: the table, `null` where a score is not solved.
#[derive(Serialize)]
struct Output<'a> {
    #[serde(flatten)]
    values: &'a PartialValues,
    unit: &'static str,
}

fn preset_names() -> impl Iterator<Item = (&'static str, &'static str)> {
    Preset::ALL.iter().map(|preset| (preset.name, preset.summary))
}

/// All 100 scores as a study in parts.
pub fn study() -> StagedStudy {
    const FILE: &str = "values.json";
    let mut scores: Vec<Score> = Score::all().collect();
    scores.sort_by_key(|score| std::cmp::Reverse(score.leader + score.follower));
    let words = |line: &str| line.split(' ').map(str::to_owned).collect();
    let part = |score: &Score| StudyPart {
        name: format!("values-{}-{}", score.leader, score.follower),
        words: words(&format!("values --solve --score {score} --out {FILE} --json --quiet")),
        needs: score.after().filter_map(|later| scores.iter().position(|other| *other == later)).collect(),
    };
    StagedStudy {
        parts: scores.iter().map(part).collect(),
        needs_flag: "--later",
        file: FILE,
        gather: words("values --from"),
    }
}

/// Runs the command.
pub fn run(flags: &ArgMatches) -> anyhow::Result<ExitCode> {
    let arguments = &ValuesArguments::from_arg_matches(flags)?;
    if let Some(path) = &arguments.plot {
        arguments.overwrite.require(path)?;
    }
    let force = arguments.overwrite.force;
    let (values, interrupted) = match (&arguments.solving.out, &arguments.from[..]) {
        (Some(out), _) => solve(&arguments.solving, out, force)?,
        (None, []) => (PartialValues::from(GameValues::contest()?), false),
        (None, [first, others @ ..]) => (read_all(read(first)?, others)?, false),
    };
    if let Some(path) = &arguments.plot {
        plot(path, &values)?;
    }
    if arguments.json {
        let unit = UNIT;
        let values = &values;
        println!("{}", serde_json::to_string(&Output { values, unit })?);
    } else {
        print(&values);
    }
    if interrupted {
        match arguments.solving.score {
            Some(score) => eprintln!("interrupted: {score} is not solved"),
            None => eprintln!(
                "interrupted with {} of 100 scores solved; go on with the same options and --resume",
                values.solved()
            ),
        }
        return Ok(ExitCode::from(INTERRUPTED));
    }
    Ok(ExitCode::SUCCESS)
}

fn read(path: &Path) -> anyhow::Result<PartialValues> {
    let name = path.display().to_string();
    let json = std::fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
    Ok(PartialValues::parse(&json, &name)?)
}

/// A table with the scores of further ones.
fn read_all(mut table: PartialValues, further: &[PathBuf]) -> anyhow::Result<PartialValues> {
    for path in further {
        table.merge(&read(path)?, &path.display().to_string())?;
    }
    Ok(table)
}

/// The table as far as it was solved, and whether it was interrupted.
fn solve(arguments: &SolvingArguments, out: &Path, force: bool) -> anyhow::Result<(PartialValues, bool)> {
    let solver = solver(arguments)?;
    let _lock = Lock::on(out)?;
    let mut values = begin(arguments, out, force, &solver)?;
    let pool = threads::pool(arguments.threads.map_or(0, NonZeroUsize::get))?;
    let flag = interrupt::flag()?;
    memory::watch(memory::or_default(arguments.max_memory, MAX_MEMORY))?;
    if let Some(score) = arguments.score {
        let later = read_all(values.clone(), &arguments.later)?;
        let finished = pool.install(|| solve_one(&solver, score, &later, &mut values, &flag))?;
        if finished {
            write(out, &values)?;
        }
        return Ok((values, !finished));
    }
    let finished = pool.install(|| solve_all(&solver, &mut values, out, &flag, arguments.quiet))?;
    Ok((values, !finished))
}

fn solver(arguments: &SolvingArguments) -> anyhow::Result<ScoreSolver> {
    let policy = match &arguments.policy {
        Some(path) => Some(Arc::new(TrainedPolicy::load(path)?.0)),
        None => None,
    };
    let contest = policy.as_ref().map_or(Params::CONTEST, |policy| policy.game.rules());
    let rules = Params::new(
        arguments.ranks.unwrap_or(contest.ranks()),
        arguments.copies.unwrap_or(contest.copies()),
        arguments.hand_size.unwrap_or(contest.hand_size()),
    )?;
    let iterations = arguments.iterations_per_score.map(NonZeroU64::get);
    Ok(ScoreSolver {
        rules,
        infosets: arguments.infosets.clone(),
        preset: Preset::by_name(&arguments.solver)
            .with_context(|| format!("no solver is called {}", arguments.solver))?,
        limits: Limits { time: iterations.is_none().then_some(arguments.time_per_score), iterations, target: None },
        max_memory: memory::or_default(arguments.max_memory, MAX_MEMORY) / memory::COPIES,
        play_outs: arguments.play_outs,
        hands: arguments.hands,
        seed: arguments.seed,
        policy,
    })
}

/// The table to begin with: an empty one, or what an earlier run has left.
fn begin(arguments: &SolvingArguments, out: &Path, force: bool, solver: &ScoreSolver) -> anyhow::Result<PartialValues> {
    let empty = PartialValues::new(solver.rules, solver.method());
    if !out.exists() {
        return Ok(empty);
    }
    let name = out.display();
    if arguments.resume {
        let earlier = read(out)?;
        if (earlier.game, &earlier.method) != (empty.game, &empty.method) {
            bail!(
                "{name} was begun with other options and cannot be gone on with: it has {}, {}; \
                 this would be {}, {}",
                earlier.game,
                earlier.method,
                empty.game,
                empty.method
            );
        }
        return Ok(earlier);
    }
    if force {
        return Ok(empty);
    }
    if read(out).is_ok_and(|earlier| earlier.complete().is_none()) {
        bail!("{name} is unfinished: go on with it by --resume, or replace it with --force");
    }
    require_free(out)?;
    Ok(empty)
}

/// Solves one score by the values of later ones. Returns false if it was interrupted.
fn solve_one(
    solver: &ScoreSolver,
    score: Score,
    later: &PartialValues,
    values: &mut PartialValues,
    flag: &AtomicBool,
) -> anyhow::Result<bool> {
    let needed = score.after().map(|score| score.to_string());
    let payoffs = later.payoffs(score).with_context(|| {
        format!(
            "the hand at {score} can lead to {}: name tables with these scores after --later",
            needed.collect::<Vec<_>>().join(" and ")
        )
    })?;
    let Some(solved) = solver.solve(score, payoffs, flag, &mut |_| ())? else {
        return Ok(false);
    };
    values.set(score, solved.bounds);
    Ok(true)
}

/// Solves the scores that are left, and writes the table after each. Returns true if all are solved.
fn solve_all(
    solver: &ScoreSolver,
    values: &mut PartialValues,
    out: &Path,
    flag: &AtomicBool,
    quiet: bool,
) -> anyhow::Result<bool> {
    let template = "{pos}/{len} scores, {elapsed}, {left}  {msg}";
    let bar = progress::resumed_bar(values.solved() as u64, Some(100), template, quiet);
    while let Some((score, payoffs)) = values.next() {
        let solved = solver.solve(score, payoffs, flag, &mut |progress| {
            bar.set_message(format!("{score}: {:.0} s", progress.seconds));
        })?;
        let Some(solved) = solved else {
            return Ok(false);
        };
        values.set(score, solved.bounds);
        write(out, values)?;
        bar.inc(1);
        if !quiet {
            let gains = solved.report.as_ref().map_or(String::new(), |report| {
                let [leader, follower] = [&report.seats[0], &report.seats[1]];
                format!(", gains {:.4} leading {:.4} following", leader.gain, follower.gain)
            });
            let line = format!(
                "{:3}/100  {score}  {:.5} ± {:.5}, tied {:.3}{gains}, {}",
                values.solved(),
                solved.bounds.value,
                solved.bounds.error,
                solved.tied,
                counted(solved.trained.map_or(0, |trained| trained.iterations), "traversal")
            );
            bar.suspend(|| eprintln!("{line}"));
        }
    }
    bar.finish_and_clear();
    Ok(true)
}

fn write(out: &Path, values: &PartialValues) -> anyhow::Result<()> {
    let mut json = serde_json::to_string_pretty(values)?;
    json.push('\n');
    replace(out, json.as_bytes()).with_context(|| format!("cannot write {}", out.display()))
}

/// The error of a value, in the words of the table and the picture.
const RESIDUAL: &str = "± how far each may be off if the values of later scores are right";

fn print(values: &PartialValues) {
    println!("{}: {}", values.game, values.method);
    println!("\n{UNIT}, by the leader's points (down) and the follower's (across),");
    println!("{RESIDUAL}\n");
    println!("{}", grid(values));
}

/// The known digits of every value; all of them are in the JSON.
fn grid(values: &PartialValues) -> Table {
    let names = (0..POINTS_TO_WIN).map(|points| points.to_string());
    let header: Vec<String> = std::iter::once(String::new()).chain(names).collect();
    let mut table = columns(header, ..);
    let rows = values.values().iter().zip(values.residual());
    for (points, (row, residuals)) in rows.enumerate() {
        let cells = row.iter().zip(residuals).map(|pair| match pair {
            (&Some(value), &Some(residual)) => KnownDigits::of_probability(value, residual).to_string(),
            _ => "-".to_owned(),
        });
        table.add_row(std::iter::once(points.to_string()).chain(cells));
    }
    table
}

fn plot(path: &Path, values: &PartialValues) -> anyhow::Result<()> {
    let size = usize::from(POINTS_TO_WIN);
    let matrix = |rows: &[Vec<Option<f64>>]| {
        ndarray::Array2::from_shape_fn((size, size), |(a, b)| rows[a][b].unwrap_or(f64::NAN))
    };
    let (shown, residual) = (matrix(values.values()), matrix(values.residual()));
    let names: Vec<String> = (0..size).map(|points| points.to_string()).collect();
    draw(
        path,
        &Heatmap {
            title: "Challenge: chance of the hand's leader to win the game",
            x_label: "points of the follower",
            y_label: "points of the leader",
            note: RESIDUAL,
            values: shown.view(),
            errors: Some(residual.view()),
            row_names: &names,
            column_names: &names,
            low: 0.0,
            high: 1.0,
            decimals: 2,
        },
    )?;
    Ok(())
}
