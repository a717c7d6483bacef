//! The results of all tasks together.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

use super::plan_file::Plan;
use super::result::{PRINTED, ResultError, TaskResult};
use super::task::Task;

/// The results of a plan whose tasks are all done.
#[derive(Clone, Debug)]
pub struct Gathered {
    /// The results, in the order of the tasks.
    pub results: Vec<TaskResult>,
}

/// The reasons why the results cannot be put together.
#[derive(Debug, Default)]
pub struct Missing {
    /// The ids of tasks that are not done.
    pub open: Vec<String>,
    /// The faults of results that are there: damaged, of another task, or made by another version.
    pub refused: Vec<String>,
}

impl Gathered {
    /// Checks all results of the plan in `folder`.
    ///
    /// # Errors
    ///
    /// [`Missing`]: the open tasks, and the refused results.
    pub fn of(plan: &Plan, folder: &Path) -> Result<Gathered, Missing> {
        let mut missing = Missing::default();
        let mut results = Vec::new();
        for task in &plan.tasks {
            match TaskResult::read(folder, task) {
                Ok(result) => results.push(result),
                Err(ResultError::Missing(id)) => missing.open.push(id),
                Err(refused) => missing.refused.push(refused.to_string()),
            }
        }
        missing.refused.extend(strangers(plan, folder));
        if missing.open.is_empty() && missing.refused.is_empty() { Ok(Gathered { results }) } else { Err(missing) }
    }

    /// The command line that puts the results together, run in the plan's folder; `None` if the plan has none.
    pub fn command(&self, plan: &Plan) -> Option<Vec<String>> {
        let words = plan.gather.iter().flat_map(|word| self.expanded(word));
        (!plan.gather.is_empty()).then(|| words.collect())
    }

    fn expanded(&self, word: &str) -> Vec<String> {
        let Some(suffix) = word.strip_prefix("results/*") else {
            return vec![word.to_owned()];
        };
        let of = |result: &TaskResult| {
            let names = result.files.iter().map(|file| file.name.clone());
            let named = names.filter(|name| name.ends_with(suffix));
            let task = result.task.clone();
            named.map(move |name| format!("results/{task}/{name}")).collect::<Vec<_>>()
        };
        self.results.iter().flat_map(of).collect()
    }

    /// The output of the commands, each with the task and the command, as a JSON array. Times are left out.
    ///
    /// # Errors
    ///
    /// A file cannot be read.
    pub fn printed(&self, plan: &Plan, folder: &Path) -> std::io::Result<Value> {
        let of = |task: &Task| {
            let path = TaskResult::folder(folder, &task.id).join(PRINTED);
            let text = std::fs::read_to_string(path)?;
            Ok(serde_json::json!({
                "task": task.id,
                // Not that of the result: a run that was interrupted ends with another one.
                "command": task.command,
                "answer": answer_of(&text),
            }))
        };
        plan.tasks.iter().map(of).collect()
    }
}

/// The faults of folders that belong to no task of the plan.
fn strangers(plan: &Plan, folder: &Path) -> Vec<String> {
    let known: BTreeSet<&str> = plan.tasks.iter().map(|task| task.id.as_str()).collect();
    let Ok(entries) = std::fs::read_dir(folder.join("results")) else {
        return Vec::new();
    };
    let names = entries.flatten().map(|entry| entry.file_name());
    let names = names.map(|name| name.to_string_lossy().into_owned());
    let mut strangers: Vec<_> = names.filter(|name| !known.contains(name.as_str())).collect();
    strangers.sort();
    let fault = |name: &String| format!("results/{name} is of no task of this plan: remove it");
    strangers.iter().map(fault).collect()
}

/// The JSON that a command has printed, without the times that it took, so that equal answers are equal bytes. Text
/// that is not JSON stays as it is.
pub fn answer_of(printed: &str) -> Value {
    match serde_json::from_str(printed) {
        Ok(mut value) => {
            remove_times(&mut value);
            value
        }
        Err(_) => Value::String(printed.to_owned()),
    }
}

/// Removes the times that commands took.
fn remove_times(value: &mut Value) {
    match value {
        Value::Object(map) => {
            map.remove("seconds");
            map.values_mut().for_each(remove_times);
        }
        Value::Array(values) => values.iter_mut().for_each(remove_times),
        _ => {}
    }
}
