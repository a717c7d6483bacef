//! The command `train`: its arguments, its progress and its report.

mod arguments;
mod help;
mod progress_line;
mod resuming;

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::bail;
use cardsharp_solvers::run::{Limits, StopReason};
use cardsharp_terminal::{eprintln, println};
use serde::Serialize;

pub use self::arguments::{TrainArguments, measured_first_after, plain_name};
pub use self::help::{FILES_HELP, MEMBER_HELP, describe};
pub use self::progress_line::ProgressLine;
use self::progress_line::pace;
pub use self::resuming::{ResumeRequest, other, refuse_other};
use super::interrupt::INTERRUPTED;
use super::overwrite::file_stem;
use super::quantities::bytes;
use super::{interrupt, memory, threads};
use cardsharp_game::BadUsage;
use cardsharp_policy::container::Measured;
use cardsharp_policy::measurement::Quantity;
use cardsharp_terminal::counted::counted;
use cardsharp_training::{Checkpoint, Files, ProgressEvent, RunPlan, TrainError, Trained};

/// The output of `--json`.
#[derive(Serialize)]
pub struct Output {
    /// Iterations done.
    pub iterations: u64,
    /// Seconds of training.
    pub seconds: f64,
    /// Nodes touched.
    pub nodes: u64,
    /// The stop reason, if the solver iterates.
    pub stop_reason: Option<StopReason>,
    /// The quantity that was measured.
    pub quantity: Quantity,
    /// The value of the quantity, if it was measured.
    pub value: Option<f64>,
    /// The value, if the quantity is NashConv.
    pub nash_conv: Option<f64>,
    /// Half the width of the value's 95 % confidence interval.
    pub half_width: Option<f64>,
    /// The unit of the value and of the interval.
    pub unit: String,
    /// The policy file, if it was written.
    pub policy: Option<PathBuf>,
    /// The curve.
    pub curve: PathBuf,
    /// The checkpoint, if the run keeps one.
    pub checkpoint: Option<PathBuf>,
    /// Bytes of the table.
    pub memory: u64,
}

/// Opens the checkpoint of a resumed run with `open`. Returns `None` if no checkpoint is given. If the newest
/// generation of the checkpoint is damaged, prints the damage.
///
/// # Errors
///
/// The checkpoint cannot be opened, or `request` and the other flags do not agree with it.
pub fn resumed<R>(
    arguments: &TrainArguments,
    request: &ResumeRequest<'_>,
    open: impl FnOnce(&Path) -> Result<R, TrainError>,
    checkpoint: impl FnOnce(&R) -> &Checkpoint,
) -> anyhow::Result<Option<R>> {
    refuse_other(arguments, request)?;
    let resumed = arguments.resume.as_deref().map(open).transpose()?;
    let checkpoint = resumed.as_ref().map(checkpoint);
    if let Some(damage) = checkpoint.and_then(|checkpoint| checkpoint.instead_of.as_ref()) {
        eprintln!("{damage}; going on from the checkpoint before it");
    }
    Ok(resumed)
}

/// Prints the game, the information sets and the solver of a run, and checks its memory. `table` is the size
/// of its table in bytes.
///
/// # Errors
///
/// The table and its copies do not fit in the memory that the command line allows.
pub fn announce(
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
    Ok(memory::check(&what, needed, arguments.max_memory())?)
}

/// Trains on the requested threads, shows the progress, and prints the report. `measure` is the quantity that
/// is measured, and its unit.
///
/// # Errors
///
/// The threads cannot be started, or the run fails.
pub fn run_and_report(
    arguments: &TrainArguments,
    plan: &RunPlan,
    memory: u64,
    measure: (Quantity, &str),
    train: impl FnOnce(&AtomicBool, &mut dyn FnMut(ProgressEvent<'_>)) -> Result<Trained, TrainError> + Send,
) -> anyhow::Result<ExitCode> {
    let flag = interrupt::flag()?;
    let line = ProgressLine::new(arguments, plan.limits, measure.0);
    let pool = threads::pool(plan.threads)?;
    let trained = pool.install(|| train(&flag, &mut |event| line.show(&event)))?;
    line.finish();
    report(arguments, plan, memory, measure, &trained)
}

/// Refuses flags that do not apply to this run. `flags` has the name of each flag, and true if it is given.
/// `for_what` describes the runs that the flags apply to.
///
/// # Errors
///
/// [`BadUsage`] names the first such flag.
pub fn refuse(for_what: &str, flags: &[(&str, bool)]) -> anyhow::Result<()> {
    match flags.iter().find(|(_, given)| *given) {
        Some((flag, _)) => bail!(BadUsage::new(format!("{flag} is for {for_what}: leave it out"))),
        None => Ok(()),
    }
}

/// Prints the report of a run, and the command line that continues the run if it was interrupted. Without a
/// measurement, the report has `quantity` and `unit`.
///
/// # Errors
///
/// JSON cannot represent the report.
pub fn report(
    arguments: &TrainArguments,
    plan: &RunPlan,
    memory: u64,
    (quantity, unit): (Quantity, &str),
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
            quantity: measured.map_or(quantity, |measured| measured.quantity),
            value: measured.map(|measured| measured.value),
            nash_conv: measured.and_then(Measured::nash_conv),
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
            "{} in {:.1} s ({}), {}",
            counted(progress.iterations, "iteration"),
            progress.seconds,
            pace(progress.rate),
            counted(progress.nodes, "node")
        );
        if let Some(measured) = measured {
            eprintln!("{} {:.4} ± {:.4} {}", measured.quantity, measured.value, measured.half_width, measured.unit);
        }
        if !interrupted {
            eprintln!("policy {}", plan.files.policy.display());
        }
        eprintln!("curve {}", plan.files.curve().display());
    }
    if interrupted {
        say_how_to_go_on(arguments, &plan.files.checkpoint());
        return Ok(ExitCode::from(INTERRUPTED));
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints the command line that continues an interrupted run from its checkpoint.
pub fn say_how_to_go_on(arguments: &TrainArguments, checkpoint: &Path) {
    eprintln!(
        "interrupted; go on with `cardsharp train {} --resume {} --time LONGER`",
        plain_name(&arguments.game),
        checkpoint.display()
    );
}

/// The plan of a run. `samples` is the default sample size of a measurement. The name of the information sets
/// is a part of the policy's default name.
pub fn plan(arguments: &TrainArguments, samples: usize, infosets: &str) -> RunPlan {
    let policy = match (&arguments.out, &arguments.resume) {
        (Some(out), _) => out.clone(),
        (None, Some(checkpoint)) => checkpoint.with_extension("policy"),
        (None, None) => {
            let name = file_stem(&arguments.game);
            PathBuf::from(format!("{name}-{infosets}.policy"))
        }
    };
    RunPlan {
        limits: limits(arguments),
        max_memory: arguments.table_memory(),
        threads: threads::count(arguments.threads),
        checkpoint_every: arguments.checkpoint_every,
        measure: arguments.measure_points(),
        samples: Some(arguments.samples.unwrap_or(samples)),
        files: Files { policy },
        replace: arguments.overwrite.force,
    }
}

/// The stopping conditions that were given. Without any it is one minute of training.
pub fn limits(arguments: &TrainArguments) -> Limits {
    let given = Limits { time: arguments.time, iterations: arguments.iterations, target: arguments.target };
    given.or(Limits { time: Some(Duration::from_secs(60)), ..Limits::default() })
}
