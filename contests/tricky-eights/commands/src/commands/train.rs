//! Training a policy for Tricky Eights.

use std::process::ExitCode;

use cardsharp_solvers::sampled::Preset;

use cardsharp_commands::train::{self, TrainArguments, announce, plan, resumed, run_and_report};
use cardsharp_policy::measurement::Quantity;
use cardsharp_tricky_eights_bots::infosets::{NAME, NAMES};
use cardsharp_tricky_eights_bots::measure::{DEFAULT_ROUNDS, GAIN_UNIT};
use cardsharp_tricky_eights_bots::training::{ResumePoint, Task, memory_needed, train};
use cardsharp_tricky_eights_game::rules::Params;

const HELP: &str = "\
Examples:
  cardsharp train tricky-eights --time 10m --out eights.policy
  cardsharp train tricky-eights --resume eights.checkpoint --time 20m

A policy is trained for the points of a round. --infosets appraisal keeps the best card of each of the
three best kinds, how far they lie apart by a fixed appraisal, and when it is.";

/// Adds the texts of Tricky Eights to the command.
pub(crate) fn describe(command: clap::Command) -> clap::Command {
    train::describe(
        command,
        &[HELP, train::FILES_HELP, train::MEMBER_HELP],
        (NAMES, NAME),
        ("Rounds", DEFAULT_ROUNDS),
    )
}

/// Trains `arguments.game`, unless the request solver walks the whole tree.
pub(crate) fn run(arguments: &TrainArguments) -> anyhow::Result<Option<ExitCode>> {
    let solver = arguments.solver.as_deref().unwrap_or(Preset::DEFAULT.name);
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
            member: arguments.game.parse()?,
            infosets: arguments.infosets.as_deref().unwrap_or(NAME).to_owned(),
            preset,
            seed: arguments.seed(),
        },
    };
    let memory = memory_needed();
    announce(
        arguments,
        task.member,
        &task.infosets,
        task.preset.name,
        memory,
    )?;
    let plan = plan(arguments, DEFAULT_ROUNDS, &task.infosets);
    let measure = (Quantity::DeviationGain, GAIN_UNIT);
    let code = run_and_report(arguments, &plan, memory, measure, |interrupt, report| {
        train(&task, &plan, resumed.as_ref(), interrupt, report)
    })?;
    Ok(Some(code))
}
