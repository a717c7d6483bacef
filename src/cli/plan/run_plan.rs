//! `cardsharp run-plan`: all tasks of a plan on this machine.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::Context;
use clap::Args;

use super::gather;
use crate::commands::interrupt::{self, INTERRUPTED};
use crate::commands::{memory, progress, quantities};
use crate::plan::{Plan, Task, TaskResult};

/// Time between two looks at the processes.
const LOOK: Duration = Duration::from_millis(2);

/// Runs the tasks of a plan that are not done on this machine, and puts the results together.
#[derive(Args)]
#[command(after_help = "\
Examples:
  cardsharp run-plan study.plan
  cardsharp run-plan study.plan --jobs 1 --json

Ctrl-C lets the running tasks save; run-plan then goes on.")]
pub(in crate::cli) struct RunPlanArguments {
    /// The folder of the plan.
    plan: PathBuf,
    /// Tasks at a time [default: as many as the cores and the expected memory allow].
    #[arg(long, value_name = "N", value_parser = quantities::threads)]
    jobs: Option<NonZeroUsize>,
    /// Print one JSON object on standard output: the answer.
    #[arg(long)]
    json: bool,
    /// No progress bar.
    #[arg(long)]
    quiet: bool,
}

/// Runs the command.
///
/// # Errors
///
/// The plan cannot be used, or processes cannot be started.
pub(in crate::cli) fn run(arguments: &RunPlanArguments) -> anyhow::Result<ExitCode> {
    let code = run_tasks(&arguments.plan, arguments.jobs, arguments.quiet)?;
    match code == ExitCode::SUCCESS {
        true => gather::gather(&arguments.plan, arguments.json),
        false => Ok(code),
    }
}

/// A process that runs a task of the plan. Its messages go to standard error.
pub(super) fn task_process(folder: &Path, id: &str) -> anyhow::Result<Child> {
    let program = std::env::current_exe().context("cannot find this program")?;
    let mut command = Command::new(program);
    command.arg("run-task").arg(folder).arg(id);
    command.stdin(Stdio::null()).stdout(Stdio::null());
    command.spawn().context("cannot start a task")
}

/// A task that runs.
struct Running<'p> {
    task: &'p Task,
    process: Child,
}

/// Runs the tasks that are not done, as many at a time as `jobs`, the cores and the memory allow. Returns success if
/// all are done. A task that fails does not stop those that do not need it.
///
/// # Errors
///
/// The plan cannot be used, or a process cannot be started.
pub(super) fn run_tasks(
    folder: &Path,
    jobs: Option<NonZeroUsize>,
    quiet: bool,
) -> anyhow::Result<ExitCode> {
    let plan = Plan::read(folder)?;
    let stop = interrupt::flag()?;
    let is_sound = |task: &&Task| TaskResult::read(folder, task).is_ok();
    let mut done: BTreeSet<&str> = plan.tasks.iter().filter(is_sound).map(id_of).collect();
    let mut open: Vec<&Task> = plan
        .tasks
        .iter()
        .filter(|task| !done.contains(id_of(task)))
        .collect();
    let bar = progress::bar(
        Some(plan.tasks.len() as u64),
        "{pos}/{len} tasks, {elapsed}, {eta} left",
        quiet,
    );
    bar.set_position(done.len() as u64);
    bar.reset_eta();
    let mut room = Room::of_this_machine(jobs);
    let mut running: Vec<Running<'_>> = Vec::new();
    let mut failed: Vec<&Task> = Vec::new();
    let mut stopping = false;
    loop {
        if stop.load(Ordering::Relaxed) && !stopping {
            stopping = true;
            running.iter().for_each(ask_to_end);
        }
        let ready = |task: &&Task| task.after.iter().all(|id| done.contains(id.as_str()));
        while !stopping
            && let Some(place) = open
                .iter()
                .position(|task| ready(task) && room.has_for(task))
        {
            let task = open.remove(place);
            let process = task_process(folder, &task.id)?;
            room.take(task);
            running.push(Running { task, process });
        }
        if running.is_empty() {
            break;
        }
        std::thread::sleep(LOOK);
        let mut still = Vec::new();
        for mut one in running {
            match one.process.try_wait().context("cannot wait for a task")? {
                None => still.push(one),
                Some(status) => {
                    room.give_back(one.task);
                    if status.success() {
                        done.insert(&one.task.id);
                        bar.inc(1);
                    } else if !stopping {
                        failed.push(one.task);
                        bar.suspend(|| eprintln!("cardsharp: {} failed: {status}", one.task.id));
                    }
                }
            }
        }
        running = still;
    }
    bar.finish_and_clear();
    if stopping {
        let left = plan.tasks.len() - done.len();
        eprintln!(
            "interrupted with {left} tasks left; go on with `cardsharp run-plan {}`",
            folder.display()
        );
        return Ok(ExitCode::from(INTERRUPTED));
    }
    if done.len() < plan.tasks.len() {
        eprintln!(
            "cardsharp: {} of {} tasks are not done, {} of them failed; `cardsharp run-plan {}` tries them again",
            plan.tasks.len() - done.len(),
            plan.tasks.len(),
            failed.len(),
            folder.display()
        );
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

fn id_of(task: &Task) -> &str {
    &task.id
}

/// Asks a task's process to save and end.
fn ask_to_end(running: &Running<'_>) {
    #[cfg(unix)]
    if let Some(process) = rustix::process::Pid::from_raw(running.process.id().cast_signed()) {
        // A process that has ended needs no signal.
        let _ = rustix::process::kill_process(process, rustix::process::Signal::TERM);
    }
    #[cfg(not(unix))]
    let _ = running;
}

/// What is left of the machine for further tasks.
struct Room {
    tasks: usize,
    threads: usize,
    memory: u64,
    running: usize,
}

impl Room {
    fn of_this_machine(jobs: Option<NonZeroUsize>) -> Room {
        Room {
            tasks: jobs.map_or(usize::MAX, NonZeroUsize::get),
            threads: match jobs {
                Some(_) => usize::MAX,
                None => std::thread::available_parallelism().map_or(1, NonZeroUsize::get),
            },
            memory: memory::machine(),
            running: 0,
        }
    }

    /// True if the task fits. One task alone is always tried.
    fn has_for(&self, task: &Task) -> bool {
        let fits = self.tasks > 0
            && self.threads >= task.threads
            && self.memory >= task.memory.unwrap_or(0);
        self.running == 0 || fits
    }

    fn take(&mut self, task: &Task) {
        self.running += 1;
        self.tasks = self.tasks.saturating_sub(1);
        self.threads = self.threads.saturating_sub(task.threads);
        self.memory = self.memory.saturating_sub(task.memory.unwrap_or(0));
    }

    fn give_back(&mut self, task: &Task) {
        self.running -= 1;
        self.tasks = self.tasks.saturating_add(1);
        self.threads = self.threads.saturating_add(task.threads);
        self.memory = self.memory.saturating_add(task.memory.unwrap_or(0));
    }
}
