//! A makefile, and a list of command lines.

use std::fmt::Write;

use super::job_files::{JobFile, JobFiles, quoted};
use crate::plan::plan_file::Plan;

/// A makefile whose targets are the seals of the results.
pub(super) fn makefile(plan: &Plan, program: &str) -> JobFiles {
    let seal = |id: &String| format!("results/{id}/result.json");
    let mut text = "all:".to_owned();
    for task in &plan.tasks {
        let _ = write!(text, " \\\n  {}", seal(&task.id));
    }
    text.push('\n');
    for task in &plan.tasks {
        let before: String = task.after.iter().map(|id| format!(" {}", seal(id))).collect();
        let _ = write!(
            text,
            "\n{}:{before}\n\t{} run-task . {}\n",
            seal(&task.id),
            quoted(program).replace('$', "$$"),
            task.id
        );
    }
    JobFiles {
        files: vec![JobFile { name: "Makefile".to_owned(), text }],
        start: "make --keep-going --jobs \"$(nproc)\"".to_owned(),
    }
}

/// One command line for each task, those that a task needs before it.
pub(super) fn lines(plan: &Plan, program: &str) -> JobFiles {
    let line = |id: &String| format!("{} run-task . {id}\n", quoted(program));
    JobFiles {
        files: vec![JobFile {
            name: "tasks.txt".to_owned(),
            text: plan.tasks.iter().map(|task| line(&task.id)).collect(),
        }],
        start: "sh tasks.txt".to_owned(),
    }
}

#[cfg(test)]
#[path = "../../../tests/unit/plan/jobs/lines.rs"]
mod tests;
