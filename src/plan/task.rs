//! One task of a plan.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::file_digest::FileDigest;

/// One task: a command line of this program, run in a folder of its own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Task {
    /// The name of the task, made of what it computes: see [`Task::new`].
    pub id: String,
    /// The words of the command line, without the program's name. Paths are relative to the task's folder.
    pub command: Vec<String>,
    /// The command line that goes on with a run that was interrupted.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub resume: Option<Resume>,
    /// The tasks whose results this one needs.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub after: Vec<String>,
    /// The number of threads that the command takes.
    pub threads: usize,
    /// The expected time in seconds, if it is known.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub seconds: Option<f64>,
    /// The greatest expected memory in bytes, if it is known.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub memory: Option<u64>,
}

/// The way to go on with a task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resume {
    /// The file in the task's folder from which the command goes on.
    pub checkpoint: String,
    /// The words of the command line, used where that file is there.
    pub command: Vec<String>,
}

impl Task {
    /// A task with the id `LABEL-DIGEST`. The digest is of the program's version, the command line, the inputs of the
    /// plan and the tasks before it, so that results of other settings never have the same name.
    pub fn new(label: &str, command: Vec<String>, inputs: &[FileDigest], after: Vec<String>) -> Task {
        let subject = serde_json::json!([super::PROGRAM, command, inputs, after]);
        let digest = hex::encode(Sha256::digest(subject.to_string()));
        Task {
            id: format!("{label}-{}", &digest[..12]),
            command,
            resume: None,
            after,
            threads: 1,
            seconds: None,
            memory: None,
        }
    }
}
