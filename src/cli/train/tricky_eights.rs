//! Training a policy for Tricky Eights.

use std::process::ExitCode;

use anyhow::Context;
use cardsharp_solvers::sampled::Preset;

use super::{TrainArguments, announce, conduct, plan, resumed};
use crate::contests::tricky_eights::infosets::NAME;
pub(super) use crate::contests::tricky_eights::infosets::NAMES;
use crate::contests::tricky_eights::measure::{DEFAULT_ROUNDS, GAIN_UNIT};
use crate::contests::tricky_eights::training::{Resumption, Task, memory_needed, train};

/// Trains `arguments.game`.
pub(super) fn run(arguments: &TrainArguments) -> anyhow::Result<ExitCode> {
    arguments.refuse_challenge()?;
    let resumed = resumed(arguments, Resumption::open, |one| &one.checkpoint)?;
    let task = match &resumed {
        Some(resumed) => resumed.task.clone(),
        None => task(arguments)?,
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
    conduct(arguments, &plan, memory, GAIN_UNIT, |interrupt, news| {
        train(&task, &plan, resumed.as_ref(), interrupt, news)
    })
}

fn task(arguments: &TrainArguments) -> anyhow::Result<Task> {
    let solver = arguments.solver.as_deref().unwrap_or(Preset::DEFAULT.name);
    let preset = Preset::by_name(solver).with_context(|| {
        format!("{solver} does not train a table: take one of the sampling solvers ending in mccfr")
    })?;
    let infosets = arguments.infosets.as_deref().unwrap_or(NAME);
    Ok(Task {
        member: arguments.game.parse()?,
        infosets: infosets.to_owned(),
        preset,
        seed: arguments.seed(),
    })
}
