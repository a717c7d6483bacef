//! The demo of Challenge, in under two minutes.
//!
//! Two cards a hand are few enough for a strategy that forgets nothing, whose NashConv is exact and
//! falls before the user's eyes. The contest's own hand of five takes hours to train, so that it is
//! played by a policy that has been trained beforehand.

mod live;
mod summary;

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;
use cardsharp_solvers::run::StopReason;
use cardsharp_solvers::sampled::Preset;
use cardsharp_solvers::strategy::Uniform;

use self::summary::Summary;
use cardsharp_challenge_bots::agents::HAND_WRITTEN;
use cardsharp_challenge_game::rules::Params;
use cardsharp_challenge_server::JOURNAL_FILE;
use cardsharp_challenge_solver::infosets::HandGame;
use cardsharp_challenge_solver::measure::{Extent, MeasureOptions, Report, measure};
use cardsharp_challenge_solver::policy::INSTALLED;
use cardsharp_challenge_solver::scores::{Classes, GameValues, Score};
use cardsharp_challenge_solver::training::{Sampling, Start, Task, train};
use cardsharp_commands::demo::files::OutputFiles;
use cardsharp_commands::demo::progress::Progress;
use cardsharp_commands::demo::{DemoArguments, SEED, interrupted};
use cardsharp_commands::interrupt;
use cardsharp_files::replace;
use cardsharp_game::AgentSpec;
use cardsharp_plots::plot::Curve;
use cardsharp_policy::report::curve::{self, CurvePoint};
use cardsharp_terminal::counted::counted;
use cardsharp_training::{ProgressEvent, Trained};

/// The training time by default.
const TIME: Duration = Duration::from_secs(20);
/// Cards a hand of the game that is trained.
const HAND_SIZE: u8 = 2;
/// Perfect recall, so that NashConv can fall to zero.
const INFOSETS: &str = "recall";
const SOLVER: &str = "linear-mccfr";
const SCORE: Score = Score { leader: 0, follower: 0 };
/// The share of the training time after which NashConv is measured first; then at twice the time each.
const FIRST_MEASURE: f64 = 1.0 / 16.0;
/// The agent that plays, as `cardsharp play challenge` does if no other is named.
const PLAYER: &str = "adaptive";
/// The longest time of all but training, on two cores.
const LIVE_TIME: Duration = Duration::from_secs(90);

/// Adds the texts of this demo to the command.
pub fn describe(command: clap::Command) -> clap::Command {
    command.after_help(
        "Examples:\n  cardsharp demo\n  cardsharp demo --out first-try --json\n\nThe contest's game with two \
         cards a hand in place of five is trained for 20 s, which is small enough for NashConv to be exact; \
         the contest's own hand is then played by a policy that is part of this program, one round against \
         each hand-written agent. Under two minutes on two cores.",
    )
}

/// Runs it.
pub fn run(arguments: &DemoArguments) -> anyhow::Result<ExitCode> {
    let started = Instant::now();
    let time = arguments.time.unwrap_or(TIME);
    let mut files = OutputFiles::prepare(&arguments.out, JOURNAL_FILE, arguments.overwrite)?;
    let contest_policy = arguments.out.join("contest.policy");
    if !std::fs::read(&contest_policy).is_ok_and(|there| there == INSTALLED) {
        arguments.overwrite.require(&contest_policy)?;
        replace(&contest_policy, INSTALLED).with_context(|| format!("cannot write {}", contest_policy.display()))?;
    }
    files.contest_policy = Some(contest_policy.clone());
    let interrupt = interrupt::flag()?;
    let progress = Progress::new(arguments.quiet);
    let task = task()?;
    progress.say(&announcement(time));
    progress.say(&format!("training {}, score {SCORE}, {INFOSETS} information sets, {SOLVER}", task.rules));
    let before = measure_uniform(&task, &progress);
    if interrupt.load(Ordering::Relaxed) {
        return Ok(interrupted("challenge", time, None));
    }
    let trained = train_policy(arguments, &task, &files, &interrupt, &progress)?;
    if trained.outcome.reason == StopReason::Interrupted {
        let checkpoint = Some(files.checkpoint.as_path());
        return Ok(interrupted("challenge", time, checkpoint));
    }
    draw_curve(&files, &before)?;
    progress.say(&format!("curve drawn to {}", files.picture.display()));

    let mut opponents = Vec::new();
    let player = AgentSpec::named(PLAYER).with("policy", &contest_policy.to_string_lossy())?;
    for (entry, seed) in HAND_WRITTEN.iter().zip(SEED..) {
        let round = live::Round { player: &player, opponent: entry.name };
        match live::play(&round, files.games(), seed, &interrupt, &progress)? {
            Some(opponent) => opponents.push(opponent),
            None => return Ok(interrupted("challenge", time, None)),
        }
    }
    let summary = Summary::new(&task, &before, &trained, opponents, files, started);
    summary.print(arguments.json)?;
    Ok(ExitCode::SUCCESS)
}

/// The announcement of the work and its time.
fn announcement(time: Duration) -> String {
    let all = time + LIVE_TIME;
    let takes = match all.as_secs().div_ceil(60) {
        0..=2 => "under two minutes".to_owned(),
        minutes => format!("about {minutes} minutes"),
    };
    format!("{} s of training, then {} rounds played live: {takes} on two cores", time.as_secs(), HAND_WRITTEN.len())
}

fn task() -> anyhow::Result<Task> {
    let values = GameValues::contest()?;
    let contest = Params::CONTEST;
    let preset = Preset::by_name(SOLVER);
    Ok(Task {
        rules: Params::new(contest.ranks(), contest.copies(), HAND_SIZE)?,
        classes: Classes::one(values.payoffs(SCORE)),
        score: Some(SCORE),
        infosets: INFOSETS.to_owned(),
        sampling: Sampling::Histories(preset.with_context(|| format!("no solver {SOLVER}"))?),
        seed: SEED,
        examples: 0,
        learning_rounds: None,
    })
}

/// The uniform strategy, with which training begins.
fn measure_uniform(task: &Task, progress: &Progress) -> Report {
    let game = HandGame::new(task.rules, task.classes.payoffs.clone());
    let options =
        MeasureOptions { hands: None, seed: task.seed, class: task.classes.class(SCORE), extent: Extent::Total };
    let report = measure(&game, &Uniform, options, &|| ());
    progress.measured(0.0, 0, &report.measured());
    report
}

fn train_policy(
    arguments: &DemoArguments,
    task: &Task,
    files: &OutputFiles,
    interrupt: &Arc<AtomicBool>,
    progress: &Progress,
) -> anyhow::Result<Trained> {
    let time = arguments.time.unwrap_or(TIME);
    let plan = arguments.plan(files, time, time.mul_f64(FIRST_MEASURE));
    let mut report = |event: ProgressEvent<'_>| {
        progress.training(&event, time);
    };
    let trained = train(task, &plan, Start::Fresh, interrupt, &mut report)?;
    progress.say(&format!(
        "policy written to {}, {}",
        files.policy.display(),
        counted(trained.outcome.progress.iterations, "iteration")
    ));
    Ok(trained)
}

/// The curve, and the uniform strategy as a line to measure it by.
fn draw_curve(files: &OutputFiles, before: &Report) -> anyhow::Result<()> {
    let points = curve::read(&files.curve)?;
    let level = |point: &CurvePoint| CurvePoint { value: before.nash_conv, half_width: 0.0, ..point.clone() };
    let uniform: Vec<_> = points.iter().map(level).collect();
    let named = |label: &str, points| Curve { label: label.to_owned(), points };
    let curves = vec![named(INFOSETS, points), named("uniform", uniform)];
    files.draw("Challenge with two cards a hand, score 0-0", curves)
}

#[cfg(test)]
#[path = "../../../tests/unit/commands/demo/mod.rs"]
mod tests;
