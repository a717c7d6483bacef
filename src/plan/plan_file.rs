//! A plan, and its file.

use std::collections::BTreeSet;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::slice;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::file_digest::FileDigest;
use super::result::TaskResult;
use super::task::Task;
use cardsharp_files::replace;
use cardsharp_files::{SealedContent, sealed, unsealed};

/// The format of the file `plan.json`.
const FORMAT: u32 = 1;
/// The name of the file.
const NAME: &str = "plan.json";

/// The kinds of studies, each with the command of its tasks and the command that puts their results together.
const KINDS: &[(&str, &str, &str)] = &[
    ("exploit", "exploit", "merge"),
    ("train", "train", ""),
    ("tournament", "tournament", "tournament"),
    ("values", "values", "values"),
];
/// The only paths in a plan that lead out of the folder of a task.
const SHARED: &[&str] = &["../../inputs/", "../../results/"];

/// A list of tasks, and the way to put their results together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The format of the file: 1.
    pub format: u32,
    /// The version of the program that made the plan.
    pub program: String,
    /// The kind of the study, as `cardsharp plan` names it.
    pub kind: String,
    /// The files in `inputs/`.
    pub inputs: Vec<FileDigest>,
    /// The tasks. Each stands behind those that it needs.
    pub tasks: Vec<Task>,
    /// The words of the command line that puts the results together, run in the plan's folder. A word
    /// `results/*SUFFIX` stands for all files of the results whose names end so, in the order of the tasks. If it is
    /// empty, the answer is the list of what the tasks have printed.
    pub gather: Vec<String>,
}

/// The reason why a plan cannot be used.
#[derive(Debug, Error)]
pub enum PlanError {
    /// A file cannot be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The file is no plan.
    #[error("{} is no plan: {reason}; write it again with `cardsharp plan`", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// Another version of the program made the plan.
    #[error(
        "{} was made by cardsharp {program}, and this is {}: use that version, or write the plan again",
        path.display(),
        super::PROGRAM
    )]
    Version {
        /// The file.
        path: PathBuf,
        /// The version.
        program: String,
    },
    /// A file of the plan is not as it was when the plan was written.
    #[error("{} is not the file that the plan was made with; copy it again or write the plan again", path.display())]
    Input {
        /// The file.
        path: PathBuf,
    },
    /// There is no such task.
    #[error("the plan has no task {0}; `plan.json` lists the ids")]
    NoTask(String),
}

impl Plan {
    /// A plan of these tasks.
    pub fn new(kind: &str, inputs: Vec<FileDigest>, tasks: Vec<Task>, gather: Vec<String>) -> Plan {
        Plan { format: FORMAT, program: super::PROGRAM.to_owned(), kind: kind.to_owned(), inputs, tasks, gather }
    }

    /// Reads the plan of a folder, made by this version of the program.
    ///
    /// # Errors
    ///
    /// [`PlanError`] if the file cannot be read, is no plan, or was made by another version.
    pub fn read(folder: &Path) -> Result<Plan, PlanError> {
        let path = folder.join(NAME);
        let text = std::fs::read(&path).map_err(|source| PlanError::Io { path: path.clone(), source })?;
        let damaged = |reason: String| PlanError::Damaged { path: path.clone(), reason };
        let plan: Plan = unsealed(&text).map_err(|e| damaged(e.to_string()))?;
        if plan.format != FORMAT || plan.program != super::PROGRAM {
            let program = plan.program;
            return Err(PlanError::Version { path, program });
        }
        plan.check().map_err(damaged)?;
        Ok(plan)
    }

    /// Writes the plan into a folder, in one step.
    ///
    /// # Errors
    ///
    /// [`PlanError::Io`].
    pub fn write(&self, folder: &Path) -> Result<(), PlanError> {
        let path = folder.join(NAME);
        let failed = |source| PlanError::Io { path: path.clone(), source };
        let text = sealed(self).map_err(|e| failed(e.into()))?;
        replace(&path, &text).map_err(failed)
    }

    /// The fault of the tasks, if there is one: ids must be names of folders, each once, a task stands behind those
    /// that it needs, and its command lines are those of the kind of study.
    fn check(&self) -> Result<(), String> {
        let mut known = BTreeSet::new();
        let kind = KINDS.iter().find(|(name, ..)| *name == self.kind);
        let (task_command, gather_command) = match kind {
            Some(&(_, task, gather)) => (task, gather),
            None => return Err(format!("{:?} is no kind of study", self.kind)),
        };
        if !self.gather.is_empty() {
            check_command(&self.gather, gather_command)?;
        }
        for task in &self.tasks {
            check_command(&task.command, task_command)?;
            if let Some(resume) = &task.resume {
                check_command(&resume.command, task_command)?;
                check_paths(slice::from_ref(&resume.checkpoint))?;
            }
            let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-_+.".contains(&byte);
            let named = !task.id.starts_with('.') && task.id.bytes().all(allowed);
            if !named || task.id.is_empty() {
                return Err(format!("{:?} is no id", task.id));
            }
            if let Some(missing) = task.after.iter().find(|id| !known.contains(id)) {
                return Err(format!("{} needs {missing}, which is not before it", task.id));
            }
            if !known.insert(&task.id) {
                return Err(format!("{} is there twice", task.id));
            }
        }
        Ok(())
    }

    /// Expects the time and memory of a result, and a quarter more, of every task.
    pub fn expect(&mut self, result: &TaskResult) {
        for task in &mut self.tasks {
            task.seconds = Some((result.seconds * 1.25 * 100.0).ceil() / 100.0);
            task.memory = result.peak_memory.map(|bytes| bytes + bytes / 4);
        }
    }

    /// The task with this id.
    ///
    /// # Errors
    ///
    /// [`PlanError::NoTask`].
    pub fn task(&self, id: &str) -> Result<&Task, PlanError> {
        let task = self.tasks.iter().find(|task| task.id == id);
        task.ok_or_else(|| PlanError::NoTask(id.to_owned()))
    }

    /// Checks that the files in `inputs/` are those that the plan was made with.
    ///
    /// # Errors
    ///
    /// [`PlanError::Input`] or [`PlanError::Io`].
    pub fn check_inputs(&self, folder: &Path) -> Result<(), PlanError> {
        let inputs = folder.join("inputs");
        for input in &self.inputs {
            let path = inputs.join(&input.name);
            match input.is_still_in(&inputs) {
                Ok(true) => {}
                Ok(false) => return Err(PlanError::Input { path }),
                Err(source) => return Err(PlanError::Io { path, source }),
            }
        }
        Ok(())
    }
}

fn check_command(words: &[String], command: &str) -> Result<(), String> {
    if words.first().is_none_or(|first| first != command) {
        return Err(format!("`{}` is no command of such a plan", words.join(" ")));
    }
    check_paths(words)
}

/// Checks the words of a command line in a plan: it plays no program as an agent, and names files in the plan's folder
/// only.
///
/// # Errors
///
/// The fault, in words.
pub fn check_paths(words: &[String]) -> Result<(), String> {
    for word in words {
        if ["program:", "program("].iter().any(|agent| word.contains(agent)) {
            return Err(format!("`{word}`: a plan runs no other program"));
        }
        for value in word.split([':', ',', '=', '(']) {
            let shared = SHARED.iter().find_map(|folder| value.strip_prefix(folder));
            let mut parts = Path::new(shared.unwrap_or(value)).components();
            if !parts.all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
                return Err(format!("`{word}` leads out of the plan's folder"));
            }
        }
    }
    Ok(())
}

impl SealedContent for Plan {
    const KEY: &'static str = "plan";
    const PRETTY: bool = true;
}
