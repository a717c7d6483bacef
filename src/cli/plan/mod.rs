//! `cardsharp plan`, `run-plan`, `run-task` and `gather`: studies that are cut into tasks.

mod expectation;
mod gather;
mod kinds;
mod run_plan;
mod run_task;
mod study;
mod values;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use cardsharp_files::replace;
use clap::{Args, Subcommand};

use self::expectation::expect;
pub(super) use self::gather::GatherArguments;
use self::kinds::{ExploitPlan, TournamentPlan, TrainPlan};
pub(super) use self::run_plan::RunPlanArguments;
pub(super) use self::run_task::RunTaskArguments;
use self::study::{Check, Study, TaskMaker};
use self::values::ValuesPlan;
use crate::plan::jobs::{Engine, job_files};
use crate::plan::{Inputs, Plan};
use cardsharp_terminal::println;

pub(super) use self::gather::run as gather;
pub(super) use self::run_plan::run as run_plan;
pub(super) use self::run_task::run as run_task;

/// Cut a study into tasks: ordinary command lines with sealed results, which many processes or machines can run.
///
/// Without --for the tasks are run here, on all cores, and put together. With --for the files for another engine are
/// written beside the plan. A plan that was interrupted or killed goes on with `cardsharp run-plan`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  cardsharp plan exploit tricks.policy --tasks 16 --out study.plan
  cardsharp plan train kuhn_poker leduc_poker --solvers cfr+,dcfr --seeds 1..5 -- --iterations 1000
  cardsharp plan tournament challenge greedy greedy-challenge expert --tasks 8 -- --rounds 1000
  cardsharp plan values -- --time-per-score 5m
  cardsharp plan exploit tricks.policy --tasks 64 --for hyperqueue --out study.plan
  cardsharp run-plan study.plan
  cardsharp gather study.plan --json")]
pub(super) struct PlanArguments {
    #[command(subcommand)]
    kind: Kind,
}

/// The kinds of studies.
#[derive(Subcommand)]
enum Kind {
    Exploit(ExploitPlan),
    Train(TrainPlan),
    Tournament(TournamentPlan),
    Values(ValuesPlan),
}

impl Kind {
    fn study(&self) -> &dyn Study {
        match self {
            Kind::Exploit(study) => study,
            Kind::Train(study) => study,
            Kind::Tournament(study) => study,
            Kind::Values(study) => study,
        }
    }
}

/// Runs the command.
///
/// # Errors
///
/// The study cannot be cut into tasks, a file cannot be written, or a task fails.
pub(super) fn run(arguments: &PlanArguments, check: &Check<'_>) -> anyhow::Result<ExitCode> {
    let study = arguments.kind.study();
    let shared = study.shared();
    let named = || PathBuf::from(format!("{}.plan", study.name()));
    let folder = shared.out.clone().unwrap_or_else(named);
    if folder.join("plan.json").exists() {
        bail!(
            "{} is a plan already: go on with `cardsharp run-plan {0}`, or choose another folder with --out",
            folder.display()
        );
    }
    std::fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let mut maker = TaskMaker { inputs: Inputs::of(&folder), check };
    let mut plan = study.plan(&mut maker)?;
    for task in &mut plan.tasks {
        task.threads = shared.task_threads.get();
    }
    expect(&mut plan, &folder, shared)?;
    match shared.engine.engine() {
        Some(engine) => write_jobs(engine, &plan, &folder, &shared.program),
        None if shared.no_run => {
            println!("{}: {} tasks; run them by `cardsharp run-plan {0}`", folder.display(), plan.tasks.len());
            Ok(ExitCode::SUCCESS)
        }
        None => run_plan::run_and_gather(&folder, None, shared.quiet, shared.json),
    }
}

fn write_jobs(engine: Engine, plan: &Plan, folder: &Path, program: &str) -> anyhow::Result<ExitCode> {
    let jobs = job_files(engine, plan, program);
    for file in &jobs.files {
        let path = folder.join(&file.name);
        replace(&path, file.text.as_bytes()).with_context(|| format!("cannot write {}", path.display()))?;
    }
    let logs = folder.join("logs");
    std::fs::create_dir_all(&logs).with_context(|| format!("cannot make {}", logs.display()))?;
    println!("{}: {} tasks", folder.display(), plan.tasks.len());
    println!("start them:  cd {} && {}", folder.display(), jobs.start);
    println!("afterwards:  cardsharp gather {}", folder.display());
    Ok(ExitCode::SUCCESS)
}
