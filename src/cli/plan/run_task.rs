//! `cardsharp run-task`: one task of a plan.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use crate::plan::{TaskOutcome, run_task};
use cardsharp_system::processes::print_into;
use cardsharp_terminal::eprintln;

/// Run one task of a plan, unless it is done.
///
/// A task that was interrupted or killed goes on from its own checkpoint, or begins again. A result that is damaged is
/// made again. Two runs of one task at a time do no harm: the second ends with an error.
#[derive(Args)]
#[command(after_help = "\
Example:
  cardsharp run-task study.plan exploit-3-0123456789ab

plan.json in the folder lists the ids. Exit code 0: the task is done; 130: it was interrupted and can go on.")]
pub(in crate::cli) struct RunTaskArguments {
    /// The folder of the plan.
    plan: PathBuf,
    /// The id of the task.
    id: String,
}

/// Runs the command line of these words, without the program's name.
pub(in crate::cli) type RunLine<'l> = dyn Fn(&[String]) -> anyhow::Result<ExitCode> + 'l;

/// Runs the command.
///
/// # Errors
///
/// The plan or the task cannot be used, or another process runs it.
pub(in crate::cli) fn run(arguments: &RunTaskArguments, run_line: &RunLine<'_>) -> anyhow::Result<ExitCode> {
    let mut fault = None;
    let outcome = run_task(&arguments.plan, &arguments.id, |words, work, printed| {
        std::env::set_current_dir(work)?;
        print_into(printed)?;
        let code = run_line(words).unwrap_or_else(|error| {
            fault = Some(error);
            ExitCode::FAILURE
        });
        Ok(cardsharp_terminal::output::finish(code))
    })?;
    if let Some(fault) = fault {
        return Err(fault);
    }
    match outcome {
        TaskOutcome::Ended(code) => {
            eprintln!("cardsharp: {} is not done", arguments.id);
            Ok(code)
        }
        TaskOutcome::Done => Ok(ExitCode::SUCCESS),
    }
}
