//! Training a policy for SkullWhist.

use std::process::ExitCode;

use cardsharp_solvers::sampled::Preset;

use cardsharp_commands::train::{self, TrainArguments, announce, plan, resumed, run_and_report};
use cardsharp_policy::measurement::Quantity;
use cardsharp_skullwhist_bots::infosets::{Counts, NAMES};
use cardsharp_skullwhist_bots::measure::unit;
use cardsharp_skullwhist_bots::training::{ResumePoint, Task, memory_needed, train};
use cardsharp_skullwhist_game::rules::Params;

const HELP: &str = "\
Examples:
  cardsharp train skullwhist --time 10m --out whist.policy
  cardsharp train 'skullwhist(suits=2,ranks=4,hand_size=3,objective=difference)' --infosets recall
  cardsharp train skullwhist --resume whist.checkpoint --time 20m

A policy is trained to outscore the opponent or, with objective=difference among the game's parameters,
for the difference of the scores. --infosets counts keeps what an expert counts, recall everything (of
small members). The solver is path-mccfr with counts and pruned-mccfr with recall.";

/// Adds the texts of SkullWhist to the command.
pub(crate) fn describe(command: clap::Command) -> clap::Command {
    train::describe(
        command,
        &[HELP, train::FILES_HELP, train::MEMBER_HELP],
        (NAMES, Counts::NAME),
        ("Deals", MEASURED),
    )
}

/// Deals that a measure samples.
const MEASURED: usize = 50;

/// Trains `arguments.game`, unless the request solver walks the whole tree.
pub(crate) fn run(arguments: &TrainArguments) -> anyhow::Result<Option<ExitCode>> {
    let infosets = arguments.infosets.as_deref().unwrap_or(Counts::NAME);
    // A table of everything is small enough for walks of everything.
    let default = if infosets == Counts::NAME {
        Preset::PATHS
    } else {
        Preset::DEFAULT
    };
    let solver = arguments.solver.as_deref().unwrap_or(default.name);
    let Some(preset) = Preset::by_name(solver) else {
        return Ok(None);
    };
    let request = train::ResumeRequest {
        member: &|text| Some(text.parse::<Params>().ok()?.to_string()),
        flags: &[],
    };
    let resumed = resumed(arguments, &request, ResumePoint::open, |one| {
        &one.checkpoint
    })?;
    let task = match &resumed {
        Some(resumed) => resumed.task.clone(),
        None => Task {
            params: arguments.game.parse()?,
            infosets: infosets.to_owned(),
            preset,
            seed: arguments.seed(),
        },
    };
    let memory = memory_needed(&task, arguments.table_memory())?;
    announce(
        arguments,
        task.params,
        &task.infosets,
        task.preset.name,
        memory,
    )?;
    let plan = plan(arguments, MEASURED, &task.infosets);
    let measure = (Quantity::NashConvLowerBound, unit(task.params.objective));
    let code = run_and_report(arguments, &plan, memory, measure, |interrupt, report| {
        train(&task, &plan, resumed.as_ref(), interrupt, report)
    })?;
    Ok(Some(code))
}
