//! Files with which other engines run the tasks of a plan. All of them call `cardsharp run-task . ID` in the plan's
//! folder, so that the folder can lie anywhere.
//!
//! | engine | file |
//! |---|---|
//! | HyperQueue | `hyperqueue` |
//! | Slurm | `slurm` |
//! | make, or any engine that runs lines | `lines` |

mod hyperqueue;
mod lines;
mod slurm;

use std::collections::BTreeMap;

use super::plan_file::Plan;

/// An engine that runs tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// HyperQueue (<https://it4innovations.github.io/hyperqueue/>).
    HyperQueue,
    /// Slurm (<https://slurm.schedmd.com/>).
    Slurm,
    /// make.
    Make,
    /// A list of command lines, for `xargs`, GNU parallel or anything else.
    Lines,
}

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

/// The files with which `engine` runs the tasks of a plan by the program `program`.
pub fn job_files(engine: Engine, plan: &Plan, program: &str) -> JobFiles {
    match engine {
        Engine::HyperQueue => hyperqueue::files(plan, program),
        Engine::Slurm => slurm::files(plan, program),
        Engine::Make => lines::makefile(plan, program),
        Engine::Lines => lines::lines(plan, program),
    }
}

/// The tasks by wave: those of a wave need only tasks of waves before.
fn waves(plan: &Plan) -> Vec<Vec<usize>> {
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
fn quoted(word: &str) -> String {
    shlex::try_quote(word).map_or_else(|_| word.to_owned(), |quoted| quoted.into_owned())
}

#[cfg(test)]
mod tests {
    use super::super::task::Task;
    use super::*;

    /// Three tasks, of which the last needs the others.
    pub(super) fn plan() -> Plan {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect();
        let mut first = Task::new("one", words("solve kuhn_poker"), &[], Vec::new());
        first.seconds = Some(90.4);
        first.memory = Some(300 << 20);
        let second = Task::new("two", words("solve leduc_poker"), &[], Vec::new());
        let after = vec![first.id.clone(), second.id.clone()];
        let mut third = Task::new("three", words("solve goofspiel"), &[], after);
        third.threads = 2;
        Plan::new("train", Vec::new(), vec![first, second, third], Vec::new())
    }

    #[test]
    fn a_task_is_a_wave_after_those_that_it_needs() {
        assert_eq!(waves(&plan()), [vec![0, 1], vec![2]]);
    }
}
