//! `cardsharp train`: from a game to a policy file.

mod explicit;

use std::io::IsTerminal;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::bail;
use cardsharp_solvers::run::{Limits, Progress, StopReason};
use cardsharp_solvers::sampled::Preset;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use super::interrupt::{self, INTERRUPTED};
use super::quantities::{bytes, duration, memory, names};
use super::threads;
use crate::contests::challenge::infosets::checked_name;
use crate::contests::challenge::rules::Challenge;
use crate::contests::challenge::training::{
    Classes, Files, GameValues, News, Plan, Resumption, Sampling, Score, Start, Task,
    memory_needed, train,
};
use crate::explicit::{ExplicitGame, Method};

/// Trains a policy: the contest's by Monte-Carlo CFR, that of a game that fits memory by any solver.
#[derive(Args)]
#[command(after_help = "\
Examples:
  cardsharp train challenge --infosets tricks --score 0,0 --time 60s --out tricks.policy
  cardsharp train challenge --time 10m --out all-scores.policy
  cardsharp train challenge --infosets seen3+own3 --score 0,0 --time 11m
  cardsharp train challenge --warm-start tricks.checkpoint --time 10m --out all-scores.policy
  cardsharp train challenge --resume tricks.checkpoint --time 120s
  cardsharp train leduc_poker --solver pdcfr+ --time 10s --out leduc.policy
  cardsharp train 'challenge(ranks=3,copies=2,hand_size=2)' --solver dcfr --iterations 2000

--infosets says what is kept of the tricks that are over: tricks nothing, recall everything as it is
met, and words joined by + what they say: seen (the opponent's cards), own (one's own), seen3 and own3
(in three groups of ranks), took (whose was higher), pairs (what faced what), order, led (who led the
hand), leads (who led each trick), stake (who challenged, and when), all. With commas, what is kept of
one trick, of two, and so on: all,seen3+own3 keeps all of the first.

Beside NAME.policy a run leaves NAME.csv (the curve), NAME.manifest.json (how it was made) and
NAME.checkpoint (what --resume goes on from). --time and --iterations count earlier runs too; a warm
start's iterations count, its time does not.

A game that fits memory is trained as a whole, without checkpoints: the games of `cardsharp games`,
.efg files, and small members of the Challenge family with a solver that walks the whole tree. Its
curve is exact; --infosets, --classes, --hands, --first-measure and --checkpoint-every mean nothing to it.")]
pub struct TrainArguments {
    /// The game: challenge, challenge(ranks=R,copies=K,hand_size=N), or any that `cardsharp solve`
    /// takes.
    #[arg(value_parser = ExplicitGame::checked_name)]
    game: String,
    /// What a player remembers: tricks, seen, recall, or words joined by + (below).
    #[arg(long, default_value = "tricks", value_parser = checked_name)]
    infosets: String,
    /// The solver's preset [default: pruned-mccfr, or pcfr+ for a game that fits memory].
    #[arg(long, value_parser = names(solvers()))]
    solver: Option<String>,
    /// Train for one score: the points of the hand's leader and of the follower [default: all].
    #[arg(long, value_name = "A,B")]
    score: Option<Score>,
    /// Without --score: let the 100 scores share at most this many policies.
    #[arg(long, default_value_t = 24, value_parser = clap::value_parser!(u8).range(1..=100))]
    classes: u8,
    /// Stop after this much training [default: 60s if there is no other limit].
    #[arg(long, value_parser = duration)]
    time: Option<Duration>,
    /// Stop after so many iterations (traversals: one player's walk from one deal).
    #[arg(long)]
    iterations: Option<u64>,
    /// Stop when the measured NashConv is at most this.
    #[arg(long)]
    target: Option<f64>,
    /// Threads [default: all cores].
    #[arg(long)]
    threads: Option<NonZeroUsize>,
    /// Seed; with one thread, the same seed gives the same policy to the byte.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Most memory for the table.
    #[arg(long, default_value = "12GiB", value_parser = memory)]
    max_memory: u64,
    /// The policy file [default: NAME-INFOSETS.policy].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Go on from this checkpoint; game, information sets, solver, scores and seed are its own.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Begin with what this checkpoint of a run for one --score has learnt, at every score.
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    warm_start: Option<PathBuf>,
    /// Time between checkpoints.
    #[arg(long, default_value = "60s", value_parser = duration)]
    checkpoint_every: Duration,
    /// Own hands in each seat that each point of the curve measures; 0 measures nothing.
    #[arg(long, default_value_t = 8, value_parser = sampled_hands)]
    hands: usize,
    /// Training time before the curve's first point; later ones at twice the time each.
    #[arg(long, default_value = "5s", value_parser = duration)]
    first_measure: Duration,
    /// Print one JSON object on standard output.
    #[arg(long)]
    json: bool,
    /// No progress line.
    #[arg(long)]
    quiet: bool,
}

/// Every solver with its summary.
fn solvers() -> impl Iterator<Item = (&'static str, &'static str)> {
    Method::all().chain([(Sampling::RANGES, Sampling::RANGES_SUMMARY)])
}

fn sampled_hands(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(1) => Err("one hand has no interval: take 2 or more, or 0 for no measure".to_owned()),
        Ok(hands) => Ok(hands),
        Err(error) => Err(format!("{error}")),
    }
}

/// What `--json` prints.
#[derive(Serialize)]
struct Output {
    iterations: u64,
    seconds: f64,
    nodes: u64,
    stop_reason: Option<StopReason>,
    nash_conv: Option<f64>,
    half_width: Option<f64>,
    unit: &'static str,
    policy: Option<PathBuf>,
    curve: PathBuf,
    checkpoint: Option<PathBuf>,
    memory: u64,
}

/// Trains.
pub fn run(arguments: &TrainArguments) -> anyhow::Result<ExitCode> {
    let solver = arguments.solver.as_deref().unwrap_or(Preset::DEFAULT.name);
    match Sampling::by_name(solver) {
        Some(sampling) if ExplicitGame::is_of_challenge(&arguments.game) => {
            sample(arguments, sampling)
        }
        _ => explicit::run(arguments),
    }
}

/// Trains a game of the Challenge family by sampling.
fn sample(arguments: &TrainArguments, sampling: Sampling) -> anyhow::Result<ExitCode> {
    let resumed = arguments
        .resume
        .as_deref()
        .map(Resumption::open)
        .transpose()?;
    if let Some(damage) = resumed
        .as_ref()
        .and_then(|resumed| resumed.instead_of.as_ref())
    {
        eprintln!("{damage}; going on from the checkpoint before it");
    }
    let task = match &resumed {
        Some(resumed) => resumed.task.clone(),
        None => task(arguments, sampling)?,
    };
    let warm = arguments
        .warm_start
        .as_deref()
        .map(Resumption::open)
        .transpose()?;
    let start = match (&resumed, &warm) {
        (Some(resumed), _) => Start::Resumed(resumed),
        (None, Some(warm)) => Start::Warm(warm),
        (None, None) => Start::Fresh,
    };
    let memory = memory_needed(&task, arguments.max_memory)?;
    if !arguments.quiet {
        eprintln!(
            "{}, {} information sets, {}: the table takes up to {}",
            task.rules,
            task.infosets,
            task.sampling.name(),
            bytes(memory)
        );
    }
    if memory > arguments.max_memory {
        bail!(
            "the table needs {} and --max-memory allows {}: allow more, choose poorer --infosets, one --score, or fewer --classes",
            bytes(memory),
            bytes(arguments.max_memory)
        );
    }
    let plan = plan(arguments, &task);
    let flag = interrupt::flag()?;
    let line = ProgressLine::new(arguments, plan.limits);
    let pool = threads::pool(plan.threads)?;
    let trained =
        pool.install(|| train(&task, &plan, start, &flag, &mut |news| line.tell(&news)))?;
    line.finish();
    report(arguments, &plan, memory, &trained)
}

fn report(
    arguments: &TrainArguments,
    plan: &Plan,
    memory: u64,
    trained: &crate::contests::challenge::training::Trained,
) -> anyhow::Result<ExitCode> {
    let outcome = trained.outcome;
    let interrupted = outcome.reason == StopReason::Interrupted;
    let measured = trained.report.as_ref();
    if arguments.json {
        let output = Output {
            iterations: outcome.progress.iterations,
            seconds: outcome.progress.seconds,
            nodes: outcome.progress.nodes,
            stop_reason: Some(outcome.reason),
            nash_conv: measured.map(|report| report.nash_conv),
            half_width: measured.map(|report| report.half_width),
            unit: crate::contests::challenge::measure::UNIT,
            policy: (!interrupted).then(|| plan.files.policy.clone()),
            curve: plan.files.curve(),
            checkpoint: Some(plan.files.checkpoint()),
            memory,
        };
        println!("{}", serde_json::to_string(&output)?);
    } else if !arguments.quiet {
        let progress = outcome.progress;
        eprintln!(
            "{} iterations in {:.1} s ({:.0} a second), {} nodes",
            progress.iterations, progress.seconds, progress.rate, progress.nodes
        );
        if let Some(report) = measured {
            eprintln!(
                "NashConv {:.4} ± {:.4} {}",
                report.nash_conv, report.half_width, report.unit
            );
        }
        if !interrupted {
            eprintln!("policy {}", plan.files.policy.display());
        }
        eprintln!("curve {}", plan.files.curve().display());
    }
    if interrupted {
        let checkpoint = plan.files.checkpoint();
        eprintln!(
            "interrupted; go on with `cardsharp train challenge --resume {} --time LONGER`",
            checkpoint.display()
        );
        return Ok(ExitCode::from(INTERRUPTED));
    }
    Ok(ExitCode::SUCCESS)
}

fn task(arguments: &TrainArguments, sampling: Sampling) -> anyhow::Result<Task> {
    let values = GameValues::contest()?;
    let classes = match arguments.score {
        Some(score) => Classes::one(values.payoffs(score)),
        None => Classes::at_most(&values, usize::from(arguments.classes)),
    };
    Ok(Task {
        rules: arguments.game.trim().parse::<Challenge>()?,
        classes,
        score: arguments.score,
        infosets: arguments.infosets.clone(),
        sampling,
        seed: arguments.seed,
    })
}

fn plan(arguments: &TrainArguments, task: &Task) -> Plan {
    let policy = match (&arguments.out, &arguments.resume) {
        (Some(out), _) => out.clone(),
        (None, Some(checkpoint)) => checkpoint.with_extension("policy"),
        (None, None) => PathBuf::from(format!("challenge-{}.policy", task.infosets)),
    };
    Plan {
        limits: limits(arguments),
        max_memory: arguments.max_memory,
        threads: threads::count(arguments.threads),
        checkpoint_every: arguments.checkpoint_every,
        first_measure: Some(arguments.first_measure),
        hands: Some(arguments.hands),
        files: Files { policy },
    }
}

/// What was asked for, or a minute.
fn limits(arguments: &TrainArguments) -> Limits {
    let given = Limits {
        time: arguments.time,
        iterations: arguments.iterations,
        target: arguments.target,
    };
    given.or(Limits {
        time: Some(Duration::from_secs(60)),
        ..Limits::default()
    })
}

/// The moving line on a terminal.
struct ProgressLine {
    bar: ProgressBar,
    limits: Limits,
    quiet: bool,
}

impl ProgressLine {
    fn new(arguments: &TrainArguments, limits: Limits) -> ProgressLine {
        let moving = std::io::stderr().is_terminal() && !arguments.quiet;
        let bar = if moving {
            ProgressBar::new_spinner()
        } else {
            ProgressBar::hidden()
        };
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
            bar.set_style(style);
        }
        ProgressLine {
            bar,
            limits,
            quiet: arguments.quiet,
        }
    }

    fn tell(&self, news: &News<'_>) {
        match news {
            News::Progress(progress) => {
                self.bar.set_message(self.line(progress));
                self.bar.tick();
            }
            News::Measured(progress, report) if !self.quiet => self.bar.suspend(|| {
                eprintln!(
                    "{:8.1} s  {:>12} iterations  NashConv {:.4} ± {:.4}",
                    progress.seconds, progress.iterations, report.nash_conv, report.half_width
                );
            }),
            News::Measured(..) | News::Saved => {}
        }
    }

    fn line(&self, progress: &Progress) -> String {
        let nash_conv = match progress.nash_conv {
            Some(nash_conv) => format!(", NashConv {nash_conv:.4}"),
            None => String::new(),
        };
        let left = self.seconds_left(progress);
        let left = left.map_or(String::new(), |seconds| format!(", {seconds:.0} s left"));
        format!(
            "{:.0} s, {} iterations, {:.0} a second{left}{nash_conv}",
            progress.seconds, progress.iterations, progress.rate
        )
    }

    fn seconds_left(&self, progress: &Progress) -> Option<f64> {
        let by_time = self
            .limits
            .time
            .map(|most| most.as_secs_f64() - progress.seconds);
        let by_count = self
            .limits
            .iterations
            .map(|most| most.saturating_sub(progress.iterations) as f64 / progress.rate.max(1e-9));
        let left = match (by_time, by_count) {
            (Some(time), Some(count)) => Some(time.min(count)),
            (time, count) => time.or(count),
        };
        left.map(|seconds| seconds.max(0.0))
    }

    fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
