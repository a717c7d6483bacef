//! `cardsharp run-plan`: all tasks of a plan on this machine.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, ExitStatus, Stdio};
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::Context;
use clap::Args;

use super::gather;
use crate::plan::{Plan, Task, TaskResult};
use cardsharp_commands::interrupt::{self, INTERRUPTED};
use cardsharp_commands::{memory, progress, quantities};
use cardsharp_system::processes::ask_to_end;
use cardsharp_terminal::eprintln;

/// Time between two looks at the processes.
const LOOK: Duration = Duration::from_millis(2);

/// Run the tasks of a plan that are not done on this machine, and puts the results together.
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
    run_and_gather(&arguments.plan, arguments.jobs, arguments.quiet, arguments.json)
}

/// Runs the tasks that are not done, and puts the results together if all are done then.
///
/// # Errors
///
/// The plan cannot be used, or processes cannot be started.
pub(super) fn run_and_gather(
    folder: &Path,
    jobs: Option<NonZeroUsize>,
    quiet: bool,
    json: bool,
) -> anyhow::Result<ExitCode> {
    let code = run_tasks(folder, jobs, quiet)?;
    if code == ExitCode::SUCCESS { gather::gather(folder, json) } else { Ok(code) }
}

/// A process that runs a task of the plan. Its messages go to standard error.
pub(super) fn task_process(folder: &Path, id: &str) -> anyhow::Result<Child> {
    let program = std::env::current_exe().context("cannot find this program")?;
    let mut command = Command::new(program);
    command.arg("run-task").arg(folder).arg(id);
    command.stdin(Stdio::null()).stdout(Stdio::null());
    command.spawn().context("cannot start a task")
}

/// Runs the tasks that are not done, as many at a time as `jobs`, the cores and the memory allow. Returns success if
/// all are done. A task that fails does not stop those that do not need it.
///
/// # Errors
///
/// The plan cannot be used, or a process cannot be started.
fn run_tasks(folder: &Path, jobs: Option<NonZeroUsize>, quiet: bool) -> anyhow::Result<ExitCode> {
    let plan = Plan::read(folder)?;
    let stop = interrupt::flag()?;
    let mut work = Work::of(&plan, folder);
    let bar = progress::resumed_bar(
        work.done.len() as u64,
        Some(plan.tasks.len() as u64),
        "{pos}/{len} tasks, {elapsed}, {left}",
        quiet,
    );
    let machine = Machine::with(jobs);
    let mut stopping = false;
    loop {
        if !stopping && stop.load(Ordering::Relaxed) {
            stopping = true;
            let running = work.running.iter();
            running.for_each(|one| ask_to_end(one.process.id()));
        }
        if !stopping {
            work.start_what_fits(&machine)?;
        }
        if work.running.is_empty() {
            break;
        }
        std::thread::sleep(LOOK);
        for (task, status) in work.take_ended()? {
            if status.success() {
                bar.inc(1);
                work.learn(&plan, task)?;
            } else if !stopping {
                bar.suspend(|| eprintln!("cardsharp: {} failed: {status}", task.id));
            }
        }
    }
    bar.finish_and_clear();
    let (left, all) = (plan.tasks.len() - work.done.len(), plan.tasks.len());
    let shown = folder.display();
    if stopping {
        eprintln!("interrupted with {left} tasks left; go on with `cardsharp run-plan {shown}`");
        return Ok(ExitCode::from(INTERRUPTED));
    }
    if left > 0 {
        eprintln!(
            "cardsharp: {left} of {all} tasks are not done, {} of them failed; `cardsharp run-plan {shown}` tries \
             them again",
            work.failed
        );
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

/// A task that runs.
struct Running<'p> {
    task: &'p Task,
    process: Child,
}

/// The tasks of a plan by how far they are.
struct Work<'p> {
    folder: &'p Path,
    done: BTreeSet<&'p str>,
    /// The tasks that have not been started, in the order of the plan.
    open: Vec<&'p Task>,
    running: Vec<Running<'p>>,
    /// The number of tasks that have failed.
    failed: usize,
    /// The expected memory of a task of which the plan says nothing, once one is done.
    memory: Option<u64>,
}

impl<'p> Work<'p> {
    fn of(plan: &'p Plan, folder: &'p Path) -> Work<'p> {
        let is_done = |task: &&Task| TaskResult::read(folder, task).is_ok();
        let (done, open): (Vec<&Task>, _) = plan.tasks.iter().partition(is_done);
        Work {
            folder,
            done: done.iter().map(|task| task.id.as_str()).collect(),
            open,
            running: Vec::new(),
            failed: 0,
            memory: None,
        }
    }

    /// Expects the time and memory of the first task that is done of all others, if the plan says nothing of them.
    fn learn(&mut self, plan: &Plan, task: &Task) -> anyhow::Result<()> {
        let told = |task: &Task| task.seconds.is_some() || task.memory.is_some();
        if self.memory.is_some() || plan.tasks.iter().any(told) {
            return Ok(());
        }
        let mut plan = plan.clone();
        plan.expect(&TaskResult::read(self.folder, task)?);
        self.memory = plan.tasks.first().map(|task| task.memory.unwrap_or(0));
        Ok(plan.write(self.folder)?)
    }

    /// Starts tasks as long as one is ready and fits the machine.
    fn start_what_fits(&mut self, machine: &Machine) -> anyhow::Result<()> {
        while !machine.is_full(&self.running) {
            let ready = |task: &&Task| task.after.iter().all(|id| self.done.contains(id.as_str()));
            let fits = |task: &&Task| machine.has_room(&self.running, task, self.memory);
            let starts = |task: &&Task| ready(task) && fits(task);
            let Some(index) = self.open.iter().position(starts) else {
                break;
            };
            let task = self.open.remove(index);
            let process = task_process(self.folder, &task.id)?;
            self.running.push(Running { task, process });
        }
        Ok(())
    }

    /// Takes the tasks out whose processes have ended.
    fn take_ended(&mut self) -> anyhow::Result<Vec<(&'p Task, ExitStatus)>> {
        let mut ended = Vec::new();
        for mut one in std::mem::take(&mut self.running) {
            match one.process.try_wait().context("cannot wait for a task")? {
                None => self.running.push(one),
                Some(status) => {
                    if status.success() {
                        self.done.insert(&one.task.id);
                    } else {
                        self.failed += 1;
                    }
                    ended.push((one.task, status));
                }
            }
        }
        Ok(ended)
    }
}

/// The most that runs at a time.
struct Machine {
    tasks: usize,
    threads: usize,
    memory: u64,
}

impl Machine {
    /// This machine with so many tasks at a time, or with as many as its cores allow.
    fn with(jobs: Option<NonZeroUsize>) -> Machine {
        let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        Machine {
            tasks: jobs.map_or(usize::MAX, NonZeroUsize::get),
            threads: if jobs.is_some() { usize::MAX } else { cores() },
            memory: memory::machine(),
        }
    }

    /// True if no further task fits, whatever it needs. The list of open tasks can be long.
    fn is_full(&self, running: &[Running<'_>]) -> bool {
        running.len() >= self.tasks || threads(running) >= self.threads
    }

    /// True if the task fits beside those that run, with `learned` as the memory of a task that does not say it. One
    /// task alone is always tried.
    fn has_room(&self, running: &[Running<'_>], task: &Task, learned: Option<u64>) -> bool {
        let memory = |task: &Task| task.memory.or(learned).unwrap_or(0);
        let taken: u64 = running.iter().map(|one| memory(one.task)).sum();
        running.is_empty()
            || (running.len() < self.tasks
                && threads(running) + task.threads <= self.threads
                && taken + memory(task) <= self.memory)
    }
}

/// The threads of the running tasks.
fn threads(running: &[Running<'_>]) -> usize {
    running.iter().map(|one| one.task.threads).sum()
}
