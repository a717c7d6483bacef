//! The files for an engine, and what all engines need of a plan.

use std::collections::BTreeMap;

use crate::plan::plan_file::Plan;

/// A file for an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobFile {
    /// Its name in the plan's folder.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// The files for an engine, and the command line that starts the work, typed in the plan's folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobFiles {
    /// The files.
    pub files: Vec<JobFile>,
    /// The command line.
    pub start: String,
}

/// The tasks by wave: those of a wave need only tasks of waves before.
pub(super) fn waves(plan: &Plan) -> Vec<Vec<usize>> {
    let mut wave_of: BTreeMap<&str, usize> = BTreeMap::new();
    let mut waves: Vec<Vec<usize>> = Vec::new();
    for (number, task) in plan.tasks.iter().enumerate() {
        let before = task.after.iter().filter_map(|id| wave_of.get(id.as_str()));
        let wave = before.max().map_or(0, |last| last + 1);
        wave_of.insert(&task.id, wave);
        if waves.len() <= wave {
            waves.resize(wave + 1, Vec::new());
        }
        waves[wave].push(number);
    }
    waves
}

/// A word of a shell's command line.
pub(super) fn quoted(word: &str) -> String {
    shlex::try_quote(word).map_or_else(|_| word.to_owned(), |quoted| quoted.into_owned())
}

/// For tests: three tasks, of which the last needs the others.
#[cfg(test)]
pub(super) fn example() -> Plan {
    let words = |text: &str| text.split(' ').map(str::to_owned).collect();
    let mut first = crate::plan::Task::new("one", words("solve kuhn_poker"), &[], Vec::new());
    first.seconds = Some(90.4);
    first.memory = Some(300 << 20);
    let second = crate::plan::Task::new("two", words("solve leduc_poker"), &[], Vec::new());
    let after = vec![first.id.clone(), second.id.clone()];
    let mut third = crate::plan::Task::new("three", words("solve goofspiel"), &[], after);
    third.threads = 2;
    Plan::new("train", Vec::new(), vec![first, second, third], Vec::new())
}

#[cfg(test)]
#[path = "../../../tests/unit/plan/jobs/job_files.rs"]
mod tests;
