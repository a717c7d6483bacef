//! The parts that all kinds of studies share.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::plan::jobs::Engine;
use crate::plan::{Inputs, Plan, Task, check_paths};
use cardsharp_commands::{memory, quantities};
use cardsharp_game::BadUsage;

/// A kind of study: its arguments, and the tasks that follow from them.
pub(super) trait Study {
    /// The name of the kind.
    fn name(&self) -> &'static str;

    /// The options that all kinds have.
    fn shared(&self) -> &Shared;

    /// The plan of the study.
    ///
    /// # Errors
    ///
    /// A command line of a task cannot be run, or a file that it names cannot be copied.
    fn plan(&self, maker: &mut TaskMaker<'_>) -> anyhow::Result<Plan>;
}

/// The options of all kinds.
#[derive(Args)]
pub(super) struct Shared {
    /// The folder of the plan [default: KIND.plan].
    #[arg(long, value_name = "FOLDER")]
    pub(super) out: Option<PathBuf>,
    /// The engine that runs the tasks.
    #[arg(long = "for", value_enum, value_name = "ENGINE", default_value_t = EngineName::Local)]
    pub(super) engine: EngineName,
    /// Threads of each task.
    #[arg(long, value_name = "N", default_value = "1", value_parser = quantities::threads)]
    pub(super) task_threads: NonZeroUsize,
    /// The expected seconds of a task, for engines that ask for them [default: a --time among the tasks' flags, or as
    /// the first task measures them].
    #[arg(long, value_name = "SECONDS", conflicts_with = "measure_first")]
    pub(super) task_seconds: Option<u32>,
    /// The greatest expected memory of a task, for engines that ask for it [default: as the first task measures it].
    #[arg(long, value_name = "BYTES", value_parser = memory::amount, conflicts_with = "measure_first")]
    pub(super) task_memory: Option<u64>,
    /// Run the first task here, and expect its time and its memory, and a quarter more, of all tasks: the default for
    /// hyperqueue and slurm where neither is given.
    #[arg(long)]
    pub(super) measure_first: bool,
    /// The program's name or path on the machines of another engine.
    #[arg(long, value_name = "PATH", default_value = "cardsharp")]
    pub(super) program: String,
    /// Write the plan, and run nothing.
    #[arg(long)]
    pub(super) no_run: bool,
    /// Print one JSON object on standard output: the answer.
    #[arg(long)]
    pub(super) json: bool,
    /// No progress bar.
    #[arg(long)]
    pub(super) quiet: bool,
    /// Further flags of the tasks' command.
    #[arg(last = true)]
    pub(super) flags: Vec<String>,
}

/// The engines by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum EngineName {
    /// All cores of this machine.
    Local,
    /// A job definition file for HyperQueue.
    #[value(name = "hyperqueue")]
    HyperQueue,
    /// Array jobs for Slurm.
    Slurm,
    /// A makefile.
    Make,
    /// One command line for each task.
    Lines,
}

impl EngineName {
    /// The engine; `None` stands for this machine.
    pub(super) fn engine(self) -> Option<Engine> {
        match self {
            EngineName::Local => None,
            EngineName::HyperQueue => Some(Engine::HyperQueue),
            EngineName::Slurm => Some(Engine::Slurm),
            EngineName::Make => Some(Engine::Make),
            EngineName::Lines => Some(Engine::Lines),
        }
    }
}

/// Checks a command line, and returns its fault.
pub(in crate::cli) type Check<'c> = dyn Fn(&[String]) -> Result<(), String> + 'c;

/// Makes the tasks of a plan.
pub(super) struct TaskMaker<'c> {
    pub(super) inputs: Inputs,
    pub(super) check: &'c Check<'c>,
}

impl TaskMaker<'_> {
    /// A task with this command line, which is checked as a user would type it: no engine is to be the first to find
    /// its fault.
    pub(super) fn task(&mut self, label: &str, words: &[String]) -> anyhow::Result<Task> {
        self.task_after(label, words, Vec::new())
    }

    /// A task like [`TaskMaker::task`] that needs the results of the tasks with the ids `after`.
    pub(super) fn task_after(&mut self, label: &str, words: &[String], after: Vec<String>) -> anyhow::Result<Task> {
        self.checked(words)?;
        let words = words.iter().map(|word| self.inputs.translate(word, "../../"));
        let words: Vec<String> = words.collect::<Result<_, _>>()?;
        check_paths(&words).map_err(BadUsage::new)?;
        Ok(Task::new(label, words, &self.inputs.files(), after))
    }

    /// The command line that puts results together, in the plan's folder. `results` stands for their files.
    pub(super) fn gather(&mut self, words: &[String], results: &str) -> anyhow::Result<Vec<String>> {
        let whole = [words, &[results.to_owned()]].concat();
        self.checked(&whole)?;
        let words = whole.iter().map(|word| self.inputs.translate(word, ""));
        Ok(words.collect::<Result<_, _>>()?)
    }

    fn checked(&self, words: &[String]) -> anyhow::Result<()> {
        let fault = |fault: String| BadUsage::new(fault.trim_end().to_owned()).into();
        (self.check)(words).map_err(fault)
    }
}
