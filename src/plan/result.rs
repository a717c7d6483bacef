//! The sealed result of a task.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::file_digest::FileDigest;
use super::task::Task;
use cardsharp_files::replace;
use cardsharp_files::{SealedContent, sealed, unsealed};

/// The file with the seal.
const NAME: &str = "result.json";
/// The file with what the command has printed on standard output.
pub(super) const PRINTED: &str = "printed";

/// What a task has left: its files, and what they were made of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TaskResult {
    /// The task's id.
    pub task: String,
    /// The version of the program.
    pub program: String,
    /// The command line, without the program's name.
    pub command: Vec<String>,
    /// The time of the last run of the command, in seconds.
    pub seconds: f64,
    /// The greatest memory of the process in bytes, where the system tells it.
    pub peak_memory: Option<u64>,
    /// All files, by name.
    pub files: Vec<FileDigest>,
}

/// The reason why a result does not count.
#[derive(Debug, Error)]
pub enum ResultError {
    /// There is none.
    #[error("{0} is not done")]
    Missing(String),
    /// A file is not as it was written, or is missing.
    #[error("{}: {reason}; remove {} and run the task again", path.display(), folder.display())]
    Damaged {
        /// The folder of the result.
        folder: PathBuf,
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// It is of another task.
    #[error("{} holds the result of another task, {task}: remove it", folder.display())]
    Foreign {
        /// The folder of the result.
        folder: PathBuf,
        /// The task that it is of.
        task: String,
    },
    /// Another version of the program made it.
    #[error("{} was made by cardsharp {program}: remove it and run the task again", folder.display())]
    Version {
        /// The folder of the result.
        folder: PathBuf,
        /// The version.
        program: String,
    },
}

impl SealedContent for TaskResult {
    const KEY: &'static str = "result";
}

impl TaskResult {
    /// The folder of the task's result in the plan's folder.
    pub fn folder(plan: &Path, id: &str) -> PathBuf {
        plan.join("results").join(id)
    }

    /// Reads the result of a task, and checks every file of it.
    ///
    /// # Errors
    ///
    /// [`ResultError`].
    pub fn read(plan: &Path, task: &Task) -> Result<TaskResult, ResultError> {
        let folder = TaskResult::folder(plan, &task.id);
        if !folder.exists() {
            return Err(ResultError::Missing(task.id.clone()));
        }
        let damaged = |path: PathBuf, reason: String| ResultError::Damaged { folder: folder.clone(), path, reason };
        let path = folder.join(NAME);
        let text = fs::read(&path).map_err(|error| damaged(path.clone(), error.to_string()))?;
        let result: TaskResult = unsealed(&text).map_err(|error| damaged(path, error.to_string()))?;
        if result.program != super::PROGRAM {
            let program = result.program;
            return Err(ResultError::Version { folder, program });
        }
        let resumed = task.resume.as_ref().map(|resume| &resume.command);
        let is_own = result.command == task.command || Some(&result.command) == resumed;
        if result.task != task.id || !is_own {
            let task = result.task;
            return Err(ResultError::Foreign { folder, task });
        }
        for file in &result.files {
            let fault = match file.is_still_in(&folder) {
                Ok(true) => continue,
                Ok(false) => "its checksum does not fit".to_owned(),
                Err(error) => error.to_string(),
            };
            return Err(damaged(folder.join(&file.name), fault));
        }
        Ok(result)
    }

    /// Seals the files of the folder `work`, which becomes the folder of the result in one step.
    ///
    /// # Errors
    ///
    /// A file cannot be read or written.
    pub(super) fn seal_folder(mut self, work: &Path, plan: &Path) -> io::Result<()> {
        let mut names = Vec::new();
        for entry in fs::read_dir(work)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            // A hidden file is a lock or what a killed process was writing; it may be removed at any time.
            if entry.file_type()?.is_file() && name != NAME && !name.starts_with('.') {
                names.push(name);
            }
        }
        names.sort();
        for name in names {
            // The name of the folder must not reach the disk before the content, when the power fails.
            File::open(work.join(&name))?.sync_all()?;
            self.files.push(FileDigest::of(work, name)?);
        }
        let target = TaskResult::folder(plan, &self.task);
        let text = sealed(&self)?;
        replace(&work.join(NAME), &text)?;
        fs::create_dir_all(plan.join("results"))?;
        fs::rename(work, target)
    }
}
