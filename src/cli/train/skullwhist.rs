//! Training a policy for SkullWhist.

use std::process::ExitCode;

use cardsharp_solvers::sampled::Preset;

use super::{TrainArguments, announce, conduct, explicit, plan, resumed};
use crate::contests::skullwhist::infosets::Counts;
pub(super) use crate::contests::skullwhist::infosets::NAMES;
use crate::contests::skullwhist::measure::unit;
use crate::contests::skullwhist::training::{Resumption, Task, memory_needed, train};

/// Deals that a measure samples.
const MEASURED: usize = 50;

/// Trains `arguments.game`: by sampling, or, if another solver is asked for, written out as a whole.
pub(super) fn run(arguments: &TrainArguments) -> anyhow::Result<ExitCode> {
    let infosets = arguments.infosets.as_deref().unwrap_or(Counts::NAME);
    // A table of everything is small enough for walks of everything.
    let default = match infosets == Counts::NAME {
        true => Preset::PATHS,
        false => Preset::DEFAULT,
    };
    let solver = arguments.solver.as_deref().unwrap_or(default.name);
    let Some(preset) = Preset::by_name(solver) else {
        return explicit::run(arguments);
    };
    arguments.refuse_challenge()?;
    let resumed = resumed(arguments, Resumption::open, |one| &one.checkpoint)?;
    let task = match &resumed {
        Some(resumed) => resumed.task.clone(),
        None => Task {
            member: arguments.game.parse()?,
            infosets: infosets.to_owned(),
            preset,
            seed: arguments.seed(),
        },
    };
    let memory = memory_needed(&task, arguments.table_memory())?;
    announce(
        arguments,
        task.member,
        &task.infosets,
        task.preset.name,
        memory,
    )?;
    let plan = plan(arguments, MEASURED, &task.infosets);
    let unit = unit(task.member.objective);
    conduct(arguments, &plan, memory, unit, |interrupt, news| {
        train(&task, &plan, resumed.as_ref(), interrupt, news)
    })
}
