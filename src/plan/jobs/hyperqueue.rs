//! A job definition file for HyperQueue.

use serde::Serialize;
use std::collections::BTreeMap;

use super::job_files::{JobFile, JobFiles};
use crate::plan::plan_file::Plan;
use crate::plan::task::Task;

/// The name of the file.
const NAME: &str = "hyperqueue.toml";
/// The number of workers that a task may lose before it fails. A task goes on from its checkpoint.
const CRASH_LIMIT: u32 = 100;

/// The file. Its keys are those of HyperQueue's documentation of job definition files.
#[derive(Serialize)]
struct Job {
    name: String,
    task: Vec<JobTask>,
}

#[derive(Serialize)]
struct JobTask {
    id: usize,
    command: [String; 4],
    deps: Vec<usize>,
    stdout: &'static str,
    stderr: &'static str,
    crash_limit: u32,
    request: [Request; 1],
}

#[derive(Serialize)]
struct Request {
    resources: BTreeMap<&'static str, u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time_request: Option<String>,
}

/// The file, and the command line that submits it. A worker counts `mem` in MiB, as HyperQueue does.
pub(super) fn files(plan: &Plan, program: &str) -> JobFiles {
    let number = |id: &String| plan.tasks.iter().position(|task| task.id == *id);
    let job_task = |(id, task): (usize, &Task)| {
        let mut resources = BTreeMap::from([("cpus", task.threads as u64)]);
        if let Some(memory) = task.memory {
            resources.insert("mem", memory.div_ceil(1 << 20));
        }
        let time_request = task.seconds.map(|seconds| format!("{:.0}s", seconds.ceil()));
        JobTask {
            id,
            command: [program, "run-task", ".", &task.id].map(str::to_owned),
            deps: task.after.iter().filter_map(number).collect(),
            stdout: "logs/%{TASK_ID}.stdout",
            stderr: "logs/%{TASK_ID}.stderr",
            crash_limit: CRASH_LIMIT,
            request: [Request { resources, time_request }],
        }
    };
    let tasks = plan.tasks.iter().enumerate();
    let job = Job { name: format!("cardsharp-{}", plan.kind), task: tasks.map(job_task).collect() };
    // Strings, numbers and lists of them always have a form in TOML.
    let text = toml::to_string(&job).unwrap_or_default();
    JobFiles { files: vec![JobFile { name: NAME.to_owned(), text }], start: format!("hq job submit-file {NAME}") }
}

#[cfg(test)]
#[path = "../../../tests/unit/plan/jobs/hyperqueue.rs"]
mod tests;
