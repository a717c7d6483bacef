//! The time and memory that the tasks of a plan are expected to take.

use std::path::Path;

use anyhow::{Context, bail};

use super::run_plan::task_process;
use super::study::{EngineName, Shared};
use crate::plan::{Plan, TaskResult};
use cardsharp_commands::quantities;
use cardsharp_terminal::eprintln;

/// The flags by which a command ends after a time.
const TIMES: [&str; 2] = ["--time", "--time-per-score"];

/// Writes the plan with the expected time and memory of its tasks: as given; the time from a flag of the tasks; or as
/// the first task measures them here, where that is asked for or the engine asks for them.
///
/// # Errors
///
/// The plan cannot be written, or the first task fails.
pub(super) fn expect(plan: &mut Plan, folder: &Path, shared: &Shared) -> anyhow::Result<()> {
    let limit = time_limit(&shared.flags);
    let seconds = shared.task_seconds.map(f64::from).or(limit);
    for task in &mut plan.tasks {
        task.seconds = seconds;
        task.memory = shared.task_memory;
    }
    plan.write(folder)?;
    let asks = matches!(shared.engine, EngineName::HyperQueue | EngineName::Slurm);
    let known = seconds.is_some() || shared.task_memory.is_some();
    if shared.measure_first || asks && !known { measure_first(plan, folder, shared.quiet) } else { Ok(()) }
}

/// The seconds after which the flags let a command end.
fn time_limit(flags: &[String]) -> Option<f64> {
    let mut words = flags.iter();
    while let Some(word) = words.next() {
        let value = match word.split_once('=') {
            Some((flag, value)) if TIMES.contains(&flag) => Some(value),
            None if TIMES.contains(&word.as_str()) => words.next().map(String::as_str),
            _ => None,
        };
        if let Some(value) = value {
            let time = quantities::duration(value).ok()?;
            return Some(time.as_secs_f64());
        }
    }
    None
}

/// Runs the first task, and writes the plan with its time and memory as those of all tasks.
fn measure_first(plan: &mut Plan, folder: &Path, quiet: bool) -> anyhow::Result<()> {
    let first = plan.tasks.first().context("the plan has no tasks")?.clone();
    if !quiet {
        eprintln!("measuring {}", first.id);
    }
    // In a process of its own: the memory of this one would be counted.
    let status = task_process(folder, &first.id)?.wait()?;
    if !status.success() {
        bail!("the first task, {}, failed: {status}", first.id);
    }
    plan.expect(&TaskResult::read(folder, &first)?);
    Ok(plan.write(folder)?)
}

#[cfg(test)]
#[path = "../../../tests/unit/cli/plan/expectation.rs"]
mod tests;
