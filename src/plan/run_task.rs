//! The run of one task.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use thiserror::Error;

use super::plan_file::{Plan, PlanError};
use super::result::{PRINTED, ResultError, TaskResult};
use super::task::Task;
use cardsharp_policy::report::claim::{ClaimError, Lock};

/// The outcome of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TaskOutcome {
    /// The task is done, now or before.
    Done,
    /// The command ended with this exit code. What it has left stays for the next run.
    Ended(ExitCode),
}

/// The reason why a task cannot be run.
#[derive(Debug, Error)]
pub enum TaskError {
    /// The plan cannot be used.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// A task before this one has no sound result.
    #[error("{task} needs a task that is not done: {source}")]
    Before {
        /// The task.
        task: String,
        /// The fault of the other result.
        source: ResultError,
    },
    /// The result that is there is of something else.
    #[error(transparent)]
    Result(#[from] ResultError),
    /// Another process runs the task.
    #[error(transparent)]
    Busy(#[from] ClaimError),
    /// A file cannot be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
}

/// Runs a task of the plan in `folder`, unless it is done. `run` runs the command line of the words that it gets in
/// the folder that it gets, with standard output going to the given file, and returns the exit code.
///
/// A task whose process was killed goes on from the checkpoint that it left, or begins again. A damaged result is
/// removed and made again.
///
/// # Errors
///
/// [`TaskError`].
pub fn run_task(
    folder: &Path,
    id: &str,
    run: impl FnOnce(&[String], &Path, &Path) -> io::Result<ExitCode>,
) -> Result<TaskOutcome, TaskError> {
    let failed = |path: &Path, source| TaskError::Io { path: path.to_owned(), source };
    // The command changes the folder of the process.
    let folder = &folder.canonicalize().map_err(|source| failed(folder, source))?;
    let plan = Plan::read(folder)?;
    let task = plan.task(id)?;
    let works = folder.join("work");
    fs::create_dir_all(&works).map_err(|source| failed(&works, source))?;
    let _lock = Lock::on(&works.join(format!("{id}.task")))?;
    match TaskResult::read(folder, task) {
        Ok(_) => return Ok(TaskOutcome::Done),
        Err(ResultError::Missing(_)) => {}
        Err(ResultError::Damaged { folder, .. }) => {
            fs::remove_dir_all(&folder).map_err(|source| failed(&folder, source))?;
        }
        Err(other) => return Err(other.into()),
    }
    for before in &task.after {
        TaskResult::read(folder, plan.task(before)?)
            .map_err(|source| TaskError::Before { task: id.to_owned(), source })?;
    }
    plan.check_inputs(folder)?;
    let work = works.join(id);
    let command = prepare(task, &work).map_err(|source| failed(&work, source))?;
    let begun = Instant::now();
    let code = run(command, &work, &work.join(PRINTED)).map_err(|source| failed(&work, source))?;
    if code != ExitCode::SUCCESS {
        return Ok(TaskOutcome::Ended(code));
    }
    let result = TaskResult {
        task: id.to_owned(),
        program: super::PROGRAM.to_owned(),
        command: command.to_vec(),
        seconds: begun.elapsed().as_secs_f64(),
        peak_memory: peak_memory(),
        files: Vec::new(),
    };
    remove_checkpoints(task, &work);
    let sealed = result.seal_folder(&work, folder);
    sealed.map_err(|source| failed(&work, source))?;
    Ok(TaskOutcome::Done)
}

/// Makes the task's folder ready, and returns the command line that goes on with the task or begins it. One that begins
/// finds no files: a command does not replace those that a killed run has finished.
fn prepare<'t>(task: &'t Task, work: &Path) -> io::Result<&'t [String]> {
    // A process that was killed at its beginning can have left an empty file.
    let has_content = |path: &Path| fs::metadata(path).is_ok_and(|found| found.len() > 0);
    if let Some(resume) = &task.resume
        && has_content(&work.join(&resume.checkpoint))
    {
        return Ok(&resume.command);
    }
    if work.exists() {
        fs::remove_dir_all(work)?;
    }
    fs::create_dir_all(work)?;
    Ok(&task.command)
}

/// Removes the checkpoint of a task that is done, which can be large, and its previous generation.
fn remove_checkpoints(task: &Task, work: &Path) {
    if let Some(resume) = &task.resume
        && resume.checkpoint.ends_with(".checkpoint")
    {
        let checkpoint = work.join(&resume.checkpoint);
        let previous = cardsharp_policy::container::previous_path(&checkpoint);
        // What cannot be removed only takes space.
        let _ = fs::remove_file(checkpoint);
        let _ = fs::remove_file(previous);
    }
}

/// The greatest memory that this process has had, in bytes, as Linux tells it.
fn peak_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kib * 1024)
}
