//! `cardsharp demo`: the whole way from the rules to live play, in under three minutes.

mod live;
mod progress;
mod summary;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;
use cardsharp_solvers::run::{Limits, StopReason};
use cardsharp_solvers::sampled::Preset;
use cardsharp_solvers::strategy::Uniform;
use clap::Args;

use self::progress::Progress;
use self::summary::{OutputFiles, Summary};
use super::interrupt::{self, INTERRUPTED};
use super::quantities::duration;
use crate::contests::challenge::agents::LADDER;
use crate::contests::challenge::infosets::HandGame;
use crate::contests::challenge::measure::{MeasureOptions, Report, measure};
use crate::contests::challenge::rules::Challenge;
use crate::contests::challenge::server::JOURNAL_FILE;
use crate::contests::challenge::training::{
    Classes, GameValues, Sampling, Score, Start, Task, measured, train,
};
use crate::report::curve::{self, CurvePoint};
use crate::report::manifest;
use crate::report::plot::{Abscissa, Curve, Ordinate, Plot, draw};
use crate::training::{Files, News, Plan, Trained};

/// What is trained. `pruned-mccfr` gets furthest with `tricks` in a minute.
const INFOSETS: &str = "tricks";
const SOLVER: &str = Preset::DEFAULT.name;
/// A minute is better spent on one score than on many: measured against the ladder, one policy for the
/// score 0-0 beats those of 6, 12 and 24 classes of scores.
const SCORE: Score = Score {
    leader: 0,
    follower: 0,
};
/// The same demo on every machine, as far as time lets it.
const SEED: u64 = 1;
/// Of the training time, what the measures on the way to the end may take.
const MEASURING_SHARE: f64 = 0.5;
const MAX_MEMORY: u64 = 4 << 30;

/// Trains, measures, draws and plays live: the whole way, in under three minutes.
#[derive(Args)]
#[command(after_help = "\
Examples:
  cardsharp demo
  cardsharp demo --out first-try --json

Trains the contest's game for a minute, measures how exploitable the strategy was before and after,
draws the curve, starts a server on a free loopback port inside this process, and plays a whole
round over TCP against every agent of the ladder. Writes into DIR only. The table at the end goes to
standard output, all else to standard error.")]
pub struct DemoArguments {
    /// Folder for the files that are made
    #[arg(long, value_name = "DIR", default_value = "demo-out")]
    out: PathBuf,
    /// Training time
    #[arg(long, default_value = "60s", value_parser = duration)]
    time: Duration,
    /// Own hands in each seat that NashConv is estimated on; an interval needs two
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u16).range(2..))]
    hands: u16,
    /// Print the table as one JSON object
    #[arg(long)]
    json: bool,
    /// No progress
    #[arg(long)]
    quiet: bool,
}

/// Runs the demo.
pub fn run(arguments: &DemoArguments) -> anyhow::Result<ExitCode> {
    let started = Instant::now();
    let files = prepare(&arguments.out)?;
    let interrupt = interrupt::flag()?;
    let progress = Progress::new(arguments.quiet);
    let task = task()?;
    progress.say(&format!(
        "training {}, score {SCORE}, {INFOSETS} information sets, {SOLVER}",
        task.rules
    ));
    let before = measure_uniform(&task, usize::from(arguments.hands), &progress);
    if interrupt.load(Ordering::Relaxed) {
        return Ok(interrupted(None));
    }
    let trained = train_policy(arguments, &task, &files, &before, &interrupt, &progress)?;
    if trained.outcome.reason == StopReason::Interrupted {
        return Ok(interrupted(Some(&files.checkpoint)));
    }
    draw_curve(&files, &before)?;
    progress.say(&format!("curve drawn to {}", files.picture.display()));

    let mut opponents = Vec::new();
    for (index, rung) in LADDER.iter().enumerate() {
        let round = live::Round {
            policy: &files.policy,
            opponent: rung.name,
            journal: files.journal.parent().unwrap_or(&arguments.out),
            seed: SEED + index as u64,
        };
        match live::play(&round, &interrupt, &progress)? {
            Some(opponent) => opponents.push(opponent),
            None => return Ok(interrupted(None)),
        }
    }
    let summary = Summary::new(&task, &before, &trained, opponents, files, started);
    summary.print(arguments.json)?;
    Ok(ExitCode::SUCCESS)
}

fn interrupted(checkpoint: Option<&Path>) -> ExitCode {
    match checkpoint {
        Some(checkpoint) => eprintln!(
            "interrupted; go on with `{} train challenge --resume {} --time 60s`",
            summary::program(),
            summary::quoted(checkpoint)
        ),
        None => eprintln!("interrupted"),
    }
    ExitCode::from(INTERRUPTED)
}

/// Makes the folder and sees that it can be written to, before a minute is spent.
fn prepare(out: &Path) -> anyhow::Result<OutputFiles> {
    std::fs::create_dir_all(out)
        .and_then(|()| tempfile::tempfile_in(out))
        .with_context(|| {
            format!(
                "cannot write into the folder {}: choose another one with --out",
                out.display()
            )
        })?;
    let training = Files {
        policy: out.join("demo.policy"),
    };
    Ok(OutputFiles {
        curve: training.curve(),
        manifest: manifest::path_for(&training.curve()),
        checkpoint: training.checkpoint(),
        policy: training.policy,
        picture: out.join("curve.svg"),
        journal: out.join("games").join(JOURNAL_FILE),
    })
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
    let plan = Plan {
        limits: Limits {
            time: Some(arguments.time),
            ..Limits::default()
        },
        max_memory: MAX_MEMORY,
        threads: rayon::current_num_threads(),
        checkpoint_every: Duration::from_secs(60),
        first_measure: Some(first_measure(arguments.time, before.seconds)),
        samples: Some(usize::from(arguments.hands)),
        files: Files {
            policy: files.policy.clone(),
        },
    };
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
    let plot = Plot {
        title: Some("Challenge, score 0-0".to_owned()),
        x: Abscissa::Seconds,
        y: Ordinate::NashConv,
        curves: vec![named(INFOSETS, points), named("uniform", uniform)],
    };
    draw(&files.picture, &plot)?;
    Ok(())
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

    #[test]
    fn a_folder_that_cannot_be_written_is_refused_with_a_way_out() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        std::fs::write(&file, "").unwrap();
        let said = format!("{:#}", prepare(&file.join("out")).unwrap_err());
        assert!(said.contains("--out") && said.contains("file"), "{said}");
        assert!(prepare(&folder.path().join("new/out")).is_ok());
    }
}
