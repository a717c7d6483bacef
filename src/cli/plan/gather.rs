//! `cardsharp gather`: the results of a plan put together.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, bail};
use clap::Args;

use crate::plan::{Gathered, Missing, Plan, answer_of};
use cardsharp_files::replace;
use cardsharp_terminal::println;

/// The most ids of open tasks that a message lists.
const LISTED: usize = 10;

/// Put the results of a plan together: say what is missing, and refuse what is damaged, foreign or made by another
/// version.
#[derive(Args)]
#[command(after_help = "\
Examples:
  cardsharp gather study.plan
  cardsharp gather study.plan --json

The answer is written to answer.json in the folder, without the times that it took: the same plan gives the same bytes
on any machine, where the measure itself is deterministic.")]
pub(in crate::cli) struct GatherArguments {
    /// The folder of the plan.
    plan: PathBuf,
    /// Print the answer as JSON on standard output.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
///
/// # Errors
///
/// A result is missing or refused, or the results cannot be put together.
pub(in crate::cli) fn run(arguments: &GatherArguments) -> anyhow::Result<ExitCode> {
    gather(&arguments.plan, arguments.json)
}

/// Puts the results of the plan in `folder` together.
///
/// # Errors
///
/// A result is missing or refused, or the results cannot be put together.
pub(super) fn gather(folder: &Path, json: bool) -> anyhow::Result<ExitCode> {
    let plan = Plan::read(folder)?;
    let gathered = match Gathered::of(&plan, folder) {
        Ok(gathered) => gathered,
        Err(missing) => bail!(described(&missing, plan.tasks.len())),
    };
    plan.check_inputs(folder)?;
    let command = gathered.command(&plan);
    let answer = match &command {
        Some(words) => answer_of(&printed(folder, words, true)?),
        None => gathered.printed(&plan, folder)?,
    };
    let mut text = serde_json::to_string_pretty(&answer)?;
    text.push('\n');
    let path = folder.join("answer.json");
    replace(&path, text.as_bytes()).with_context(|| format!("cannot write {}", path.display()))?;
    match (json, &command) {
        (true, _) => println!("{}", serde_json::to_string(&answer)?),
        (false, Some(words)) => println!("{}", printed(folder, words, false)?.trim_end()),
        (false, None) => println!("{}: {} results", path.display(), plan.tasks.len()),
    }
    Ok(ExitCode::SUCCESS)
}

/// The output of this program for a command line in the plan's folder.
fn printed(folder: &Path, words: &[String], json: bool) -> anyhow::Result<String> {
    let program = std::env::current_exe().context("cannot find this program")?;
    let mut command = Command::new(program);
    command.args(words).current_dir(folder);
    command.args(json.then_some("--json"));
    command.stdin(Stdio::null()).stderr(Stdio::inherit());
    let output = command.output().context("cannot start this program")?;
    if !output.status.success() {
        bail!("cardsharp {} failed: {}", words.join(" "), output.status);
    }
    String::from_utf8(output.stdout).context("an answer that is no text")
}

fn described(missing: &Missing, tasks: usize) -> String {
    let mut lines = Vec::new();
    if !missing.open.is_empty() {
        let listed: Vec<_> = missing.open.iter().take(LISTED).cloned().collect();
        let more = match missing.open.len() - listed.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        lines.push(format!("{} of {tasks} tasks are not done: {}{more}", missing.open.len(), listed.join(", ")));
    }
    lines.extend(missing.refused.iter().cloned());
    lines.join("\n")
}
