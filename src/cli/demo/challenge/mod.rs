//! The demo of Challenge, in under three minutes.

mod live;
mod summary;

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::bail;
use cardsharp_solvers::run::StopReason;
use cardsharp_solvers::sampled::Preset;
use cardsharp_solvers::strategy::Uniform;

use self::summary::Summary;
use super::files::OutputFiles;
use super::progress::Progress;
use super::{DemoArguments, SEED, interrupted};
use crate::cli::interrupt;
use crate::contests::challenge::agents::LADDER;
use crate::contests::challenge::infosets::HandGame;
use crate::contests::challenge::measure::{MeasureOptions, Report, measure};
use crate::contests::challenge::rules::Challenge;
use crate::contests::challenge::server::JOURNAL_FILE;
use crate::contests::challenge::training::{
    Classes, GameValues, Sampling, Score, Start, Task, measured, train,
};
use crate::report::curve::{self, CurvePoint};
use crate::report::plot::Curve;
use crate::training::{News, Trained};

/// What is trained. `pruned-mccfr` gets furthest with `tricks` in a minute.
const INFOSETS: &str = "tricks";
const SOLVER: &str = Preset::DEFAULT.name;
/// A minute is better spent on one score than on many: measured against the ladder, one policy for the
/// score 0-0 beats those of 6, 12 and 24 classes of scores.
const SCORE: Score = Score {
    leader: 0,
    follower: 0,
};
/// Of the training time, what the measures on the way to the end may take.
const MEASURING_SHARE: f64 = 0.5;
/// Own hands in each seat that NashConv is estimated on unless another number is asked for.
const HANDS: u16 = 4;

/// Runs it.
pub(super) fn run(arguments: &DemoArguments) -> anyhow::Result<ExitCode> {
    if arguments.matches.is_some() {
        bail!("--matches is for dead-mans-draw: leave it out");
    }
    let started = Instant::now();
    let hands = usize::from(arguments.hands.unwrap_or(HANDS));
    let files = OutputFiles::prepare(&arguments.out, JOURNAL_FILE, arguments.overwrite)?;
    let interrupt = interrupt::flag()?;
    let progress = Progress::new(arguments.quiet, "NashConv");
    let task = task()?;
    progress.say(&format!(
        "training {}, score {SCORE}, {INFOSETS} information sets, {SOLVER}",
        task.rules
    ));
    let before = measure_uniform(&task, hands, &progress);
    if interrupt.load(Ordering::Relaxed) {
        return Ok(interrupted("challenge", arguments, None));
    }
    let trained = train_policy(arguments, &task, &files, &before, &interrupt, &progress)?;
    if trained.outcome.reason == StopReason::Interrupted {
        let checkpoint = Some(files.checkpoint.as_path());
        return Ok(interrupted("challenge", arguments, checkpoint));
    }
    draw_curve(&files, &before)?;
    progress.say(&format!("curve drawn to {}", files.picture.display()));

    let mut opponents = Vec::new();
    for (index, rung) in LADDER.iter().enumerate() {
        let round = live::Round {
            policy: &files.policy,
            opponent: rung.name,
            journal: files.games(),
            seed: SEED + index as u64,
        };
        match live::play(&round, &interrupt, &progress)? {
            Some(opponent) => opponents.push(opponent),
            None => return Ok(interrupted("challenge", arguments, None)),
        }
    }
    let summary = Summary::new(&task, &before, &trained, opponents, files, started);
    summary.print(arguments.json)?;
    Ok(ExitCode::SUCCESS)
}

fn task() -> anyhow::Result<Task> {
    let values = GameValues::contest()?;
    Ok(Task {
        rules: Challenge::CONTEST,
        classes: Classes::one(values.payoffs(SCORE)),
        score: Some(SCORE),
        infosets: INFOSETS.to_owned(),
        sampling: Sampling::Histories(*Preset::DEFAULT),
        seed: SEED,
    })
}

/// Where training begins: every action equally likely. On the hands that training measures.
fn measure_uniform(task: &Task, hands: usize, progress: &Progress) -> Report {
    progress.say("measuring the uniform strategy");
    let game = HandGame::new(task.rules, task.classes.payoffs.clone());
    let options = MeasureOptions {
        hands: Some(hands),
        seed: task.seed,
        class: task.classes.class(SCORE),
    };
    let done = std::sync::atomic::AtomicUsize::new(0);
    let report = measure(&game, &Uniform, options, &|| {
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        progress.update(&format!("{done} of {} hands measured", 2 * hands));
    });
    progress.measured(0.0, 0, &measured(&report));
    report
}

fn train_policy(
    arguments: &DemoArguments,
    task: &Task,
    files: &OutputFiles,
    before: &Report,
    interrupt: &Arc<AtomicBool>,
    progress: &Progress,
) -> anyhow::Result<Trained> {
    let first_measure = first_measure(arguments.time, before.seconds);
    let plan = arguments.plan(files, first_measure, before.hands);
    let mut tell = |news: News<'_>| {
        progress.training(&news, arguments.time);
    };
    let trained = train(task, &plan, Start::Fresh, interrupt, &mut tell)?;
    progress.say(&format!(
        "policy written to {}, {} iterations",
        files.policy.display(),
        trained.outcome.progress.iterations
    ));
    Ok(trained)
}

/// When to measure first, if later measures come at twice the time each and the last at the end, so
/// that those before the end keep to their share of the time. One takes about `each` seconds.
fn first_measure(time: Duration, each: f64) -> Duration {
    let affordable = MEASURING_SHARE * time.as_secs_f64() / each.max(1e-3);
    let halvings = affordable.min(6.0) as i32;
    time.mul_f64(0.5_f64.powi(halvings))
}

/// The curve, and the uniform strategy as a line to measure it by.
fn draw_curve(files: &OutputFiles, before: &Report) -> anyhow::Result<()> {
    let points = curve::read(&files.curve)?;
    let level = |point: &CurvePoint| CurvePoint {
        nash_conv: before.nash_conv,
        half_width: 0.0,
        ..point.clone()
    };
    let uniform: Vec<_> = points.iter().map(level).collect();
    let named = |label: &str, points| Curve {
        label: label.to_owned(),
        points,
    };
    let curves = vec![named(INFOSETS, points), named("uniform", uniform)];
    files.draw("Challenge, score 0-0", curves)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_keep_to_their_share_of_the_time() {
        let minute = Duration::from_secs(60);
        // So slow that only the one at the end is made.
        assert_eq!(first_measure(minute, 40.0), minute);
        assert_eq!(first_measure(minute, 14.0), minute / 4);
        assert_eq!(first_measure(minute, 0.01), minute / 64);
    }
}
