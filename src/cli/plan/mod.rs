//! `cardsharp plan`, `run-plan`, `run-task` and `gather`: studies that are cut into tasks.

mod gather;
mod kinds;
mod run_plan;
mod run_task;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::{Args, Subcommand, ValueEnum};

pub(super) use self::gather::GatherArguments;
use self::kinds::{ExploitPlan, TournamentPlan, TrainPlan};
pub(super) use self::run_plan::RunPlanArguments;
pub(super) use self::run_task::RunTaskArguments;
use crate::commands::{memory, quantities};
use crate::contest::BadUsage;
use crate::plan::jobs::{Engine, job_files};
use crate::plan::{Inputs, Plan, Task, TaskOutcome};

pub(super) use self::gather::run as gather;
pub(super) use self::run_plan::run as run_plan;
pub(super) use self::run_task::run as run_task;

/// Cuts a study into tasks: ordinary command lines with sealed results, which many processes or machines can run.
///
/// Without --for the tasks are run here, on all cores, and put together. With --for the files for another engine are
/// written beside the plan. A plan that was interrupted or killed goes on with `cardsharp run-plan`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  cardsharp plan exploit tricks.policy --tasks 16 --out study.plan
  cardsharp plan train kuhn_poker leduc_poker --solvers cfr+,dcfr --seeds 1..5 -- --iterations 1000
  cardsharp plan tournament challenge greedy greedy-challenge expert --tasks 8 -- --rounds 1000
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
}

/// The options of all kinds.
#[derive(Args)]
struct Shared {
    /// The folder of the plan [default: KIND.plan].
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// The engine that runs the tasks.
    #[arg(long = "for", value_enum, value_name = "ENGINE", default_value_t = EngineName::Local)]
    engine: EngineName,
    /// Threads of each task.
    #[arg(long, value_name = "N", default_value = "1", value_parser = quantities::threads)]
    task_threads: NonZeroUsize,
    /// The expected seconds of a task, for engines that ask for them.
    #[arg(long, value_name = "SECONDS", conflicts_with = "measure_first")]
    task_seconds: Option<u32>,
    /// The greatest expected memory of a task, for engines that ask for it.
    #[arg(long, value_name = "BYTES", value_parser = memory::amount, conflicts_with = "measure_first")]
    task_memory: Option<u64>,
    /// Run the first task here, and expect its time and its memory, and a quarter more, of all tasks.
    #[arg(long)]
    measure_first: bool,
    /// The program's name or path on the machines of another engine.
    #[arg(long, value_name = "PATH", default_value = "cardsharp")]
    program: String,
    /// Write the plan, and run nothing.
    #[arg(long)]
    no_run: bool,
    /// Print one JSON object on standard output: the answer.
    #[arg(long)]
    json: bool,
    /// No progress bar.
    #[arg(long)]
    quiet: bool,
}

/// The engines by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum EngineName {
    /// All cores of this machine.
    Local,
    /// A job definition file for HyperQueue.
    #[value(name = "hyperqueue")]
    HyperQueue,
    /// Array jobs for Slurm.
    Slurm,
    /// A makefile.
    Make,
    /// One command line for each task.
    Lines,
}

impl EngineName {
    /// The engine; `None` stands for this machine.
    fn engine(self) -> Option<Engine> {
        match self {
            EngineName::Local => None,
            EngineName::HyperQueue => Some(Engine::HyperQueue),
            EngineName::Slurm => Some(Engine::Slurm),
            EngineName::Make => Some(Engine::Make),
            EngineName::Lines => Some(Engine::Lines),
        }
    }
}

/// Runs the command.
///
/// # Errors
///
/// The study cannot be cut into tasks, a file cannot be written, or a task fails.
pub(super) fn run(arguments: &PlanArguments, check: &Check<'_>) -> anyhow::Result<ExitCode> {
    let (name, shared) = match &arguments.kind {
        Kind::Exploit(kind) => ("exploit", kind.shared()),
        Kind::Train(kind) => ("train", kind.shared()),
        Kind::Tournament(kind) => ("tournament", kind.shared()),
    };
    let named = || PathBuf::from(format!("{name}.plan"));
    let folder = shared.out.clone().unwrap_or_else(named);
    if folder.join("plan.json").exists() {
        bail!(
            "{} is a plan already: go on with `cardsharp run-plan {0}`, or choose another folder with --out",
            folder.display()
        );
    }
    std::fs::create_dir_all(&folder)
        .with_context(|| format!("cannot make {}", folder.display()))?;
    let mut maker = TaskMaker {
        inputs: Inputs::of(&folder),
        check,
    };
    let mut plan = match &arguments.kind {
        Kind::Exploit(kind) => kind.plan(&mut maker)?,
        Kind::Train(kind) => kind.plan(&mut maker)?,
        Kind::Tournament(kind) => kind.plan(&mut maker)?,
    };
    for task in &mut plan.tasks {
        task.threads = shared.task_threads.get();
        task.seconds = shared.task_seconds.map(f64::from);
        task.memory = shared.task_memory;
    }
    plan.write(&folder)?;
    if shared.measure_first {
        expect_as_measured(&mut plan, &folder, shared.quiet)?;
    }
    match shared.engine.engine() {
        Some(engine) => write_jobs(engine, &plan, &folder, &shared.program),
        None if shared.no_run => {
            println!(
                "{}: {} tasks; run them by `cardsharp run-plan {0}`",
                folder.display(),
                plan.tasks.len()
            );
            Ok(ExitCode::SUCCESS)
        }
        None => run_and_gather(&folder, shared),
    }
}

fn run_and_gather(folder: &Path, shared: &Shared) -> anyhow::Result<ExitCode> {
    let code = run_plan::run_tasks(folder, None, shared.quiet)?;
    match code == ExitCode::SUCCESS {
        true => gather::gather(folder, shared.json),
        false => Ok(code),
    }
}

/// Runs the first task, and writes the plan with its time and memory as those of all tasks.
fn expect_as_measured(plan: &mut Plan, folder: &Path, quiet: bool) -> anyhow::Result<()> {
    let first = plan.tasks.first().context("the plan has no tasks")?.clone();
    if !quiet {
        eprintln!("measuring {}", first.id);
    }
    // In a process of its own: the memory of this one would be counted.
    let status = run_plan::task_process(folder, &first.id)?.wait()?;
    if !status.success() {
        bail!("the first task, {}, failed: {status}", first.id);
    }
    let result = crate::plan::TaskResult::read(folder, &first)?;
    for task in &mut plan.tasks {
        task.seconds = Some((result.seconds * 1.25 * 100.0).ceil() / 100.0);
        task.memory = result.peak_memory.map(|bytes| bytes + bytes / 4);
    }
    Ok(plan.write(folder)?)
}

fn write_jobs(
    engine: Engine,
    plan: &Plan,
    folder: &Path,
    program: &str,
) -> anyhow::Result<ExitCode> {
    let jobs = job_files(engine, plan, program);
    for file in &jobs.files {
        let path = folder.join(&file.name);
        std::fs::write(&path, &file.text)
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    let logs = folder.join("logs");
    std::fs::create_dir_all(&logs).with_context(|| format!("cannot make {}", logs.display()))?;
    println!("{}: {} tasks", folder.display(), plan.tasks.len());
    println!("start them:  cd {} && {}", folder.display(), jobs.start);
    println!("afterwards:  cardsharp gather {}", folder.display());
    Ok(ExitCode::SUCCESS)
}

/// Checks a command line, and returns its fault.
pub(super) type Check<'c> = dyn Fn(&[String]) -> Result<(), String> + 'c;

/// Makes the tasks of a plan.
struct TaskMaker<'c> {
    inputs: Inputs,
    check: &'c Check<'c>,
}

impl TaskMaker<'_> {
    /// A task with this command line, which is checked as a user would type it: no engine is to be the first to find
    /// its fault.
    fn task(&mut self, label: &str, words: &[String]) -> anyhow::Result<Task> {
        self.checked(words)?;
        let words = words
            .iter()
            .map(|word| self.inputs.translate(word, "../../"));
        let words = words.collect::<Result<_, _>>()?;
        Ok(Task::new(label, words, &self.inputs.files(), Vec::new()))
    }

    /// The command line that puts results together, in the plan's folder. `results` stands for their files.
    fn gather(&mut self, words: &[String], results: &str) -> anyhow::Result<Vec<String>> {
        let whole = [words, &[results.to_owned()]].concat();
        self.checked(&whole)?;
        let words = whole.iter().map(|word| self.inputs.translate(word, ""));
        Ok(words.collect::<Result<_, _>>()?)
    }

    fn checked(&self, words: &[String]) -> anyhow::Result<()> {
        let fault = |fault: String| BadUsage::new(fault.trim_end().to_owned()).into();
        (self.check)(words).map_err(fault)
    }
}

/// True if the task needs nothing more.
fn is_done(outcome: TaskOutcome) -> bool {
    matches!(outcome, TaskOutcome::Done | TaskOutcome::WasDone)
}
