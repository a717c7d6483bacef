//! The demo of Dead Man's Draw: the learnt value, a table, and matches over HTTP.

mod live;
mod summary;

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use cardsharp_solvers::run::StopReason;
use cardsharp_solvers::sampled::Preset;
use clap::{ArgMatches, Args, FromArgMatches};

use self::summary::Summary;
use cardsharp_commands::demo::files::OutputFiles;
use cardsharp_commands::demo::progress::Progress;
use cardsharp_commands::demo::{DemoArguments, SEED, interrupted};
use cardsharp_commands::interrupt;
use cardsharp_dead_mans_draw_bots::agents::HAND_WRITTEN;
use cardsharp_dead_mans_draw_bots::infosets::Equity;
use cardsharp_dead_mans_draw_bots::measure::loss;
use cardsharp_dead_mans_draw_bots::policy::{TrainedPolicy, Uniform};
use cardsharp_dead_mans_draw_bots::training::{Stage, Task, train};
use cardsharp_dead_mans_draw_game::rules::Params;
use cardsharp_dead_mans_draw_game::text::NAME;
use cardsharp_dead_mans_draw_server::JOURNAL_FILE;
use cardsharp_game::interval::Estimate;
use cardsharp_plots::plot::Curve;
use cardsharp_policy::report::curve;
use cardsharp_training::{ProgressEvent, Trained};

/// The default training time of the table.
const TIME: Duration = Duration::from_secs(60);
/// The default number of matches that the value is learnt from.
const MATCHES: u64 = 50_000;
/// The number of matches that a measure samples.
const MEASURED: usize = 100;
/// The share of the training time after which the table is measured first.
const FIRST_MEASURE: f64 = 1.0 / 4.0;

/// The flags of this demo alone.
#[derive(Args)]
struct Flags {
    /// Matches that the value is learnt from [default: 50000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    matches: Option<u64>,
}

/// Adds the flags of this demo to the command.
pub(crate) fn describe(command: clap::Command) -> clap::Command {
    Flags::augment_args(command).after_help(
        "Examples:\n  cardsharp demo dead-mans-draw --out second-try\n\nWhat positions are worth is \
         learnt first, then the contest's own game is trained for 60 s and played live against every \
         agent of the ladder.",
    )
}

/// Runs the demo.
pub(crate) fn run(arguments: &DemoArguments, matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let flags = Flags::from_arg_matches(matches)?;
    let time = arguments.time.unwrap_or(TIME);
    let started = Instant::now();
    let files = OutputFiles::prepare(&arguments.out, JOURNAL_FILE, arguments.overwrite)?;
    let interrupt = interrupt::flag()?;
    let progress = Progress::new(arguments.quiet, "loss");
    let task = Task {
        params: Params::ARENA,
        infosets: Equity::NAME.to_owned(),
        preset: *Preset::DEFAULT,
        seed: SEED,
        matches: flags.matches.unwrap_or(MATCHES),
        value: None,
    };
    let trained = train_policy(arguments, &task, &files, &interrupt, &progress)?;
    if trained.outcome.reason == StopReason::Interrupted {
        let checkpoint = Some(files.checkpoint.as_path());
        return Ok(interrupted(NAME, time, checkpoint));
    }
    let before = loss_of_uniform(&files.policy)?;
    draw_curve(&files)?;
    progress.say(&format!("curve drawn to {}", files.picture.display()));

    let mut opponents = Vec::new();
    for (index, entry) in HAND_WRITTEN.iter().enumerate() {
        let set = live::Set {
            policy: &files.policy,
            opponent: entry.name,
            journal: files.games(),
            seed: SEED + index as u64,
        };
        opponents.push(live::play(&set, &interrupt, &progress)?);
        if interrupt.load(Ordering::Relaxed) {
            return Ok(interrupted(NAME, time, None));
        }
    }
    let summary = Summary::new(&task, before, &trained, opponents, files, started);
    summary.print(arguments.json)?;
    Ok(ExitCode::SUCCESS)
}

fn train_policy(
    arguments: &DemoArguments,
    task: &Task,
    files: &OutputFiles,
    interrupt: &Arc<AtomicBool>,
    progress: &Progress,
) -> anyhow::Result<Trained> {
    let time = arguments.time.unwrap_or(TIME);
    let first_measure = time.mul_f64(FIRST_MEASURE);
    let plan = arguments.plan(files, time, first_measure, Some(MEASURED));
    progress.say(&format!(
        "learning what positions of {} are worth from {} matches",
        task.params, task.matches
    ));
    let mut stage = Stage::Value;
    let trained = train(task, &plan, None, interrupt, &mut |now, event| {
        if now != stage {
            stage = now;
            let (infosets, solver) = (&task.infosets, task.preset.name);
            progress.say(&format!(
                "training a table, {infosets} information sets, {solver}"
            ));
        }
        match (stage, &event) {
            (Stage::Value, ProgressEvent::Progress(now)) => progress.update(&format!(
                "learning: {:.0} s, {} of {} matches",
                now.seconds, now.iterations, task.matches
            )),
            _ => progress.training(&event, time),
        }
    })?;
    progress.say(&format!("policy written to {}", files.policy.display()));
    Ok(trained)
}

/// The loss of the uniform strategy, with which the table began, by the learnt value.
fn loss_of_uniform(policy: &Path) -> anyhow::Result<Estimate> {
    let (policy, _) = TrainedPolicy::load(policy)?;
    let rules = policy.params.rules()?;
    Ok(loss(&rules, &policy.network, &Uniform, MEASURED, SEED))
}

fn draw_curve(files: &OutputFiles) -> anyhow::Result<()> {
    let table = Curve {
        label: Equity::NAME.to_owned(),
        points: curve::read(&files.curve)?,
    };
    files.draw("Dead Man's Draw", vec![table])
}
