//! `cardsharp train`: from a game to a policy file.

mod challenge;
mod dead_mans_draw;
mod explicit;
mod progress;
mod resuming;
mod skullwhist;
mod tricky_eights;

use std::fmt::Display;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::bail;
use cardsharp_solvers::run::{Limits, StopReason};
use cardsharp_solvers::sampled::Preset;
use clap::Args;
use serde::Serialize;

use self::progress::ProgressLine;
use crate::cli::candidates;
use crate::commands::interrupt::INTERRUPTED;
use crate::commands::overwrite::{Overwrite, file_stem, policy_file};
use crate::commands::quantities::{self, bytes, duration, names};
use crate::commands::{interrupt, memory, threads};
use crate::contests::challenge::infosets::checked_name;
use crate::contests::challenge::training::{Sampling, Score};
use crate::contests::dead_mans_draw::measure::LOSS_UNIT;
use crate::contests::dead_mans_draw::text::Member;
use crate::contests::skullwhist::text::Member as SkullWhistMember;
use crate::contests::tricky_eights::measure::GAIN_UNIT;
use crate::contests::{BadUsage, family_of};
use crate::explicit::{ExplicitGame, Method};
use crate::policy::container::Measured;
use crate::training::{Checkpoint, Files, News, Plan, TrainError, Trained};

/// Trains a policy: the contest's by Monte-Carlo CFR, that of a game that fits memory by any solver.
#[derive(Args)]
#[command(after_help = "\
Examples:
  cardsharp train challenge --infosets tricks --score 0,0 --time 60s --out tricks.policy
  cardsharp train challenge --time 10m --out all-scores.policy
  cardsharp train challenge --infosets seen3+own3 --score 0,0 --time 11m
  cardsharp train challenge --warm-start tricks.checkpoint --time 10m --out all-scores.policy
  cardsharp train challenge --resume tricks.checkpoint --time 120s
  cardsharp train dead-mans-draw --matches 500000 --time 5m --out dead.policy
  cardsharp train dead-mans-draw --value dead.policy --infosets prospects --time 5m
  cardsharp train skullwhist --time 10m --out whist.policy
  cardsharp train 'skullwhist(suits=2,ranks=4,hand_size=3,objective=difference)' --infosets recall
  cardsharp train tricky-eights --time 10m --out eights.policy
  cardsharp train leduc_poker --solver pdcfr+ --time 10s --out leduc.policy
  cardsharp train 'challenge(ranks=3,copies=2,hand_size=2)' --solver dcfr --iterations 2000

--infosets says what is kept of the tricks that are over: tricks nothing, recall everything as it is
met, and words joined by + what they say: seen (the opponent's cards), own (one's own), seen3 and own3
(in three groups of ranks), took (whose was higher), pairs (what faced what), order, led (who led the
hand), leads (who led each trick), stake (who challenged, and when), all. With commas, what is kept of
one trick, of two, and so on: all,seen3+own3 keeps all of the first.

Dead Man's Draw is trained in two stages: what positions are worth, learnt by playing --matches against
oneself, and then for --time a table for one turn, whose end is worth what was learnt. --infosets equity
keeps what the learnt value says, prospects what can be counted at the table.

SkullWhist is trained to outscore the other, or, with objective=difference among its parameters, for the
difference of the scores. --infosets counts keeps what an expert counts, recall everything (of small
members).

Tricky Eights is trained for the points of a round. --infosets appraisal keeps the best card of each of
the three best kinds, how far they lie apart by a fixed appraisal, and when it is.

Beside NAME.policy a run leaves NAME.csv (the curve), NAME.manifest.json (how it was made) and
NAME.checkpoint (what --resume goes on from). --time and --iterations count earlier runs too; a warm
start's iterations count, its time does not.

A game that fits memory is trained as a whole, without checkpoints: the games of `cardsharp games`,
.efg files, and small members of the Challenge family with a solver that walks the whole tree. Its
curve is exact; --infosets, --classes, --samples, --first-measure and --checkpoint-every mean nothing to it.")]
pub struct TrainArguments {
    /// The game: challenge, challenge(ranks=R,copies=K,hand_size=N), dead-mans-draw,
    /// dead-mans-draw(suits=A+B+C,values=N), skullwhist,
    /// skullwhist(suits=S,ranks=R,hand_size=N,objective=win|difference), tricky-eights, or any that
    /// `cardsharp solve` takes.
    #[arg(value_parser = game, add = candidates::games())]
    game: String,
    /// What a player remembers (below) [default: tricks; of dead-mans-draw equity, of
    /// skullwhist counts, of tricky-eights appraisal].
    #[arg(long, value_parser = infosets)]
    infosets: Option<String>,
    /// The solver's preset [default: pruned-mccfr; path-mccfr for skullwhist with counts; pcfr+ for a
    /// game that fits memory].
    #[arg(long, value_parser = names(solvers()))]
    solver: Option<String>,
    /// Train for one score: the points of the hand's leader and of the follower [default: all].
    #[arg(long, value_name = "A,B")]
    score: Option<Score>,
    /// Without --score: let the 100 scores share at most this many policies [default: 24].
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=100))]
    classes: Option<u8>,
    /// Stop after this much training; reading files, compiling, measuring and saving come on top
    /// [default: 60s if there is no other limit].
    #[arg(long, value_parser = quantities::time)]
    time: Option<Duration>,
    /// Stop after so many iterations (traversals: one player's walk from one deal).
    #[arg(long, value_parser = quantities::count)]
    iterations: Option<u64>,
    /// Stop when the measured NashConv is at most this.
    #[arg(long, value_parser = quantities::target)]
    target: Option<f64>,
    /// Threads [default: all cores].
    #[arg(long, value_parser = quantities::threads)]
    threads: Option<NonZeroUsize>,
    /// Seed; with one thread, the same seed gives the same policy to the byte [default: 1].
    #[arg(long)]
    seed: Option<u64>,
    /// Most memory that the process takes: half of it for the table, half for the copies made to measure
    /// and to save [default: 12GiB, or three quarters of what the machine has].
    #[arg(long, value_name = "BYTES", value_parser = quantities::memory)]
    max_memory: Option<u64>,
    /// The policy file [default: GAME-INFOSETS.policy, the game with its parameters].
    #[arg(long, value_name = "FILE", value_parser = policy_file)]
    out: Option<PathBuf>,
    #[command(flatten)]
    overwrite: Overwrite,
    /// Go on from this checkpoint; game, information sets, solver, scores and seed are its own, and
    /// others are refused. The game may be named without its parameters.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Begin with what this checkpoint of a run for one --score has learnt, at every score.
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    warm_start: Option<PathBuf>,
    /// Time between checkpoints.
    #[arg(long, default_value = "60s", value_parser = duration)]
    checkpoint_every: Duration,
    /// What each point of the curve is measured on: own hands in each seat [default: 8], of
    /// dead-mans-draw matches [default: 200], of skullwhist deals [default: 50], of tricky-eights
    /// rounds [default: 400]; 0 measures nothing.
    #[arg(long, visible_alias = "hands", value_name = "N", value_parser = samples)]
    samples: Option<usize>,
    /// Of dead-mans-draw: matches that the value is learnt from [default: 200000].
    #[arg(long, value_name = "N", value_parser = quantities::count)]
    matches: Option<u64>,
    /// Of dead-mans-draw: take the learnt value of this policy instead.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["matches", "resume"])]
    value: Option<PathBuf>,
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

/// The seed of a run that is given none.
const SEED: u64 = 1;
/// What a process takes where nobody says how much.
const MAX_MEMORY: u64 = 12 << 30;

impl TrainArguments {
    fn seed(&self) -> u64 {
        self.seed.unwrap_or(SEED)
    }

    /// Bytes that the process may take.
    fn max_memory(&self) -> u64 {
        memory::or_default(self.max_memory, MAX_MEMORY)
    }

    /// Bytes that its table may take.
    fn table_memory(&self) -> u64 {
        self.max_memory() / memory::COPIES
    }

    /// The flags that Challenge alone knows, and whether they are given.
    fn of_challenge(&self) -> impl Iterator<Item = (&'static str, bool)> {
        [
            ("--score", self.score.is_some()),
            ("--classes", self.classes.is_some()),
            ("--warm-start", self.warm_start.is_some()),
        ]
        .into_iter()
    }

    /// Refuses them.
    fn refuse_challenge(&self) -> anyhow::Result<()> {
        match self.of_challenge().find(|(_, given)| *given) {
            Some((flag, _)) => bail!(BadUsage::new(format!(
                "{flag} is for challenge: leave it out"
            ))),
            None => Ok(()),
        }
    }

    /// The flags that Dead Man's Draw alone knows, and whether they are given.
    fn of_dead_mans_draw(&self) -> impl Iterator<Item = (&'static str, bool)> {
        [
            ("--matches", self.matches.is_some()),
            ("--value", self.value.is_some()),
        ]
        .into_iter()
    }
}

/// What a measure is called: what a strategy loses by a learnt value is no NashConv, and neither is what
/// one agent wins from it.
pub(super) fn what(measured: &Measured) -> &'static str {
    match measured.unit.as_str() {
        LOSS_UNIT => "loss",
        GAIN_UNIT => "gain",
        _ => "NashConv",
    }
}

/// Every solver with its summary.
fn solvers() -> impl Iterator<Item = (&'static str, &'static str)> {
    let paths = (Preset::PATHS.name, Preset::PATHS.summary);
    Method::all().chain([(Sampling::RANGES, Sampling::RANGES_SUMMARY), paths])
}

/// A game that can be trained.
fn game(text: &str) -> Result<String, String> {
    ExplicitGame::checked_name(text)
}

/// Information sets of any contest; whether the game has them shows when it is known.
fn infosets(text: &str) -> Result<String, String> {
    let others = [
        ("dead-mans-draw", &dead_mans_draw::NAMES[..]),
        ("skullwhist", &skullwhist::NAMES[..]),
        ("tricky-eights", &tricky_eights::NAMES[..]),
    ];
    match others.iter().any(|(_, names)| names.contains(&text)) {
        true => Ok(text.to_owned()),
        false => checked_name(text).map_err(|error| {
            let others = others.map(|(contest, names)| format!("{contest} {}", names.join(" or ")));
            format!("{error}; of {}", others.join(", of "))
        }),
    }
}

fn samples(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(1) => Err("one has no interval: take 2 or more, or 0 for no measure".to_owned()),
        Ok(samples) => Ok(samples),
        Err(_) => Err("write a whole number, 2 or more, or 0 for no measure".to_owned()),
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
    unit: String,
    policy: Option<PathBuf>,
    curve: PathBuf,
    checkpoint: Option<PathBuf>,
    memory: u64,
}

/// What to go on from, if a checkpoint is given, opened by `open`. What is wrong with the checkpoint's
/// newest generation is told.
fn resumed<R>(
    arguments: &TrainArguments,
    open: impl FnOnce(&Path) -> Result<R, TrainError>,
    checkpoint: impl FnOnce(&R) -> &Checkpoint,
) -> anyhow::Result<Option<R>> {
    resuming::refuse_other(arguments)?;
    let resumed = arguments.resume.as_deref().map(open).transpose()?;
    let checkpoint = resumed.as_ref().map(checkpoint);
    if let Some(damage) = checkpoint.and_then(|checkpoint| checkpoint.instead_of.as_ref()) {
        eprintln!("{damage}; going on from the checkpoint before it");
    }
    Ok(resumed)
}

/// Tells what will be trained, if its table of so many bytes and the copies of it fit.
fn announce(
    arguments: &TrainArguments,
    game: impl Display,
    infosets: &str,
    solver: &str,
    table: u64,
) -> anyhow::Result<()> {
    if !arguments.quiet {
        let table = bytes(table);
        eprintln!("{game}, {infosets} information sets, {solver}: the table takes up to {table}");
    }
    let what = format!("the table of {} with its copies", bytes(table));
    let needed = table.saturating_mul(memory::COPIES);
    memory::check(&what, needed, arguments.max_memory())
}

/// Trains on the threads asked for, shows how far it is, and reports; `unit` is that of a measure.
fn conduct(
    arguments: &TrainArguments,
    plan: &Plan,
    memory: u64,
    unit: &str,
    train: impl FnOnce(&AtomicBool, &mut dyn FnMut(News<'_>)) -> Result<Trained, TrainError> + Send,
) -> anyhow::Result<ExitCode> {
    let flag = interrupt::flag()?;
    let line = ProgressLine::new(arguments, plan.limits);
    let pool = threads::pool(plan.threads)?;
    let trained = pool.install(|| train(&flag, &mut |news| line.tell(&news)))?;
    line.finish();
    report(arguments, plan, memory, unit, &trained)
}

/// Trains.
pub fn run(arguments: &TrainArguments) -> anyhow::Result<ExitCode> {
    memory::watch(arguments.max_memory())?;
    let solver = arguments.solver.as_deref().unwrap_or(Preset::DEFAULT.name);
    let family = |name| family_of(&arguments.game).is_some_and(|one| one.name() == name);
    if Member::is_meant(&arguments.game) {
        return dead_mans_draw::run(arguments);
    }
    if let Some((flag, _)) = arguments.of_dead_mans_draw().find(|(_, given)| *given) {
        bail!(BadUsage::new(format!(
            "{flag} is for dead-mans-draw: leave it out"
        )));
    }
    if SkullWhistMember::is_meant(&arguments.game) {
        return skullwhist::run(arguments);
    }
    if family("tricky-eights") && Preset::by_name(solver).is_some() {
        return tricky_eights::run(arguments);
    }
    match Sampling::by_name(solver) {
        Some(sampling) if family("challenge") => challenge::run(arguments, sampling),
        _ => explicit::run(arguments),
    }
}

fn report(
    arguments: &TrainArguments,
    plan: &Plan,
    memory: u64,
    unit: &str,
    trained: &Trained,
) -> anyhow::Result<ExitCode> {
    let outcome = trained.outcome;
    let interrupted = outcome.reason == StopReason::Interrupted;
    let measured = trained.measured.as_ref();
    if arguments.json {
        let output = Output {
            iterations: outcome.progress.iterations,
            seconds: outcome.progress.seconds,
            nodes: outcome.progress.nodes,
            stop_reason: Some(outcome.reason),
            nash_conv: measured.map(|measured| measured.value),
            half_width: measured.map(|measured| measured.half_width),
            unit: measured.map_or(unit, |measured| &measured.unit).to_owned(),
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
        if let Some(measured) = measured {
            eprintln!(
                "{} {:.4} ± {:.4} {}",
                what(measured),
                measured.value,
                measured.half_width,
                measured.unit
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
            "interrupted; go on with `cardsharp train {} --resume {} --time LONGER`",
            plain_name(&arguments.game),
            checkpoint.display()
        );
        return Ok(ExitCode::from(INTERRUPTED));
    }
    Ok(ExitCode::SUCCESS)
}

/// The game without its parameters, which a checkpoint knows.
fn plain_name(game: &str) -> &str {
    game.split('(').next().unwrap_or(game).trim()
}

/// How to train: what a measure samples unless another number is asked for, and what the policy of
/// these information sets is called.
fn plan(arguments: &TrainArguments, samples: usize, infosets: &str) -> Plan {
    let policy = match (&arguments.out, &arguments.resume) {
        (Some(out), _) => out.clone(),
        (None, Some(checkpoint)) => checkpoint.with_extension("policy"),
        (None, None) => {
            let name = file_stem(&arguments.game);
            PathBuf::from(format!("{name}-{infosets}.policy"))
        }
    };
    Plan {
        limits: limits(arguments),
        max_memory: arguments.table_memory(),
        threads: threads::count(arguments.threads),
        checkpoint_every: arguments.checkpoint_every,
        first_measure: Some(arguments.first_measure),
        samples: Some(arguments.samples.unwrap_or(samples)),
        files: Files { policy },
        replace: arguments.overwrite.force,
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
