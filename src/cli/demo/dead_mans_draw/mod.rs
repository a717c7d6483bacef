//! The demo of Dead Man's Draw: what positions are worth, a table, and matches over HTTP.

mod live;
mod summary;

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use cardsharp_solvers::run::StopReason;
use cardsharp_solvers::sampled::Preset;

use self::summary::Summary;
use super::files::OutputFiles;
use super::progress::Progress;
use super::{DemoArguments, SEED, interrupted};
use crate::commands::interrupt;
use crate::contests::dead_mans_draw::agents::LADDER;
use crate::contests::dead_mans_draw::infosets::Equity;
use crate::contests::dead_mans_draw::measure::{Uniform, loss};
use crate::contests::dead_mans_draw::server::JOURNAL_FILE;
use crate::contests::dead_mans_draw::text::Member;
use crate::contests::dead_mans_draw::training::{Blueprint, Stage, Task, train};
use crate::interval::Estimate;
use crate::report::curve;
use crate::report::plot::Curve;
use crate::training::{News, Trained};

/// Training time of the table unless another one is asked for.
pub(super) const TIME: Duration = Duration::from_secs(60);
/// Matches that the value is learnt from unless another number is asked for.
const MATCHES: u64 = 50_000;
/// Matches that a measure samples.
const MEASURED: usize = 100;
/// Of the training time, when the table is measured first.
const FIRST_MEASURE: f64 = 1.0 / 4.0;
/// Its name on the command line.
const CONTEST: &str = "dead-mans-draw";

/// Runs it.
pub(super) fn run(arguments: &DemoArguments) -> anyhow::Result<ExitCode> {
    let started = Instant::now();
    let files = OutputFiles::prepare(&arguments.out, JOURNAL_FILE, arguments.overwrite)?;
    let interrupt = interrupt::flag()?;
    let progress = Progress::new(arguments.quiet, "loss");
    let task = Task {
        member: Member::ARENA,
        infosets: Equity::NAME.to_owned(),
        preset: *Preset::DEFAULT,
        seed: SEED,
        matches: arguments.matches.unwrap_or(MATCHES),
        value: None,
    };
    let trained = train_policy(arguments, &task, &files, &interrupt, &progress)?;
    if trained.outcome.reason == StopReason::Interrupted {
        let checkpoint = Some(files.checkpoint.as_path());
        return Ok(interrupted(CONTEST, arguments, checkpoint));
    }
    let before = loss_of_uniform(&files.policy)?;
    draw_curve(&files)?;
    progress.say(&format!("curve drawn to {}", files.picture.display()));

    let mut opponents = Vec::new();
    for (index, rung) in LADDER.iter().enumerate() {
        let set = live::Set {
            policy: &files.policy,
            opponent: rung.name,
            journal: files.games(),
            seed: SEED + index as u64,
        };
        opponents.push(live::play(&set, &interrupt, &progress)?);
        if interrupt.load(Ordering::Relaxed) {
            return Ok(interrupted(CONTEST, arguments, None));
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
    let first_measure = arguments.time().mul_f64(FIRST_MEASURE);
    let plan = arguments.plan(files, first_measure, Some(MEASURED));
    progress.say(&format!(
        "learning what positions of {} are worth from {} matches",
        task.member, task.matches
    ));
    let mut stage = Stage::Value;
    let trained = train(task, &plan, None, interrupt, &mut |now, news| {
        if now != stage {
            stage = now;
            let (infosets, solver) = (&task.infosets, task.preset.name);
            progress.say(&format!(
                "training a table, {infosets} information sets, {solver}"
            ));
        }
        match (stage, &news) {
            (Stage::Value, News::Progress(now)) => progress.update(&format!(
                "learning: {:.0} s, {} of {} matches",
                now.seconds, now.iterations, task.matches
            )),
            _ => progress.training(&news, arguments.time()),
        }
    })?;
    progress.say(&format!("policy written to {}", files.policy.display()));
    Ok(trained)
}

/// Where the table began: every action as often, measured by what has been learnt since.
fn loss_of_uniform(policy: &Path) -> anyhow::Result<Estimate> {
    let (policy, _) = Blueprint::load(policy)?;
    let rules = policy.member.rules()?;
    Ok(loss(&rules, &policy.network, &Uniform, MEASURED, SEED))
}

fn draw_curve(files: &OutputFiles) -> anyhow::Result<()> {
    let table = Curve {
        label: Equity::NAME.to_owned(),
        points: curve::read(&files.curve)?,
    };
    files.draw("Dead Man's Draw", vec![table])
}
