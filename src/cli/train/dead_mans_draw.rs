//! Training a policy for Dead Man's Draw.

use std::process::ExitCode;

use anyhow::Context;
use cardsharp_solvers::sampled::Preset;

use super::progress::ProgressLine;
use super::{TrainArguments, announce, plan, report, resumed};
use crate::commands::{interrupt, threads};
use crate::contests::dead_mans_draw::infosets::Equity;
pub(super) use crate::contests::dead_mans_draw::infosets::NAMES;
use crate::contests::dead_mans_draw::measure::LOSS_UNIT;
use crate::contests::dead_mans_draw::training::{Resumption, Stage, Task, memory_needed, train};

/// Matches that the value is learnt from unless another number is asked for.
const MATCHES: u64 = 200_000;
/// Matches that a measure samples.
const MEASURED: usize = 200;

/// Trains `arguments.game`.
pub(super) fn run(arguments: &TrainArguments) -> anyhow::Result<ExitCode> {
    arguments.refuse_challenge()?;
    let resumed = resumed(arguments, Resumption::open, |one| &one.checkpoint)?;
    let task = match &resumed {
        Some(resumed) => resumed.task.clone(),
        None => task(arguments)?,
    };
    let memory = memory_needed(&task)?;
    let value = match &task.value {
        Some(file) => format!("value of {}", file.display()),
        None => format!("value of {} matches", task.matches),
    };
    let game = format!("{}, {value}", task.member);
    announce(arguments, game, &task.infosets, task.preset.name, memory)?;
    let plan = plan(arguments, MEASURED, &task.infosets);
    let flag = interrupt::flag()?;
    let mut stage = Stage::Value;
    let mut line = ProgressLine::new(arguments, value_limits(&task));
    let pool = threads::pool(plan.threads)?;
    let trained = pool.install(|| {
        train(&task, &plan, resumed.as_ref(), &flag, &mut |now, news| {
            if now != stage {
                line.finish();
                line = ProgressLine::new(arguments, plan.limits);
                stage = now;
            }
            line.tell(&news);
        })
    })?;
    line.finish();
    report(arguments, &plan, memory, LOSS_UNIT, &trained)
}

fn value_limits(task: &Task) -> cardsharp_solvers::run::Limits {
    cardsharp_solvers::run::Limits {
        iterations: Some(task.matches),
        ..Default::default()
    }
}

fn task(arguments: &TrainArguments) -> anyhow::Result<Task> {
    let solver = arguments.solver.as_deref().unwrap_or(Preset::DEFAULT.name);
    let preset = Preset::by_name(solver).with_context(|| {
        format!("{solver} does not train dead-mans-draw: take one of the sampling solvers ending in mccfr")
    })?;
    let infosets = arguments.infosets.as_deref().unwrap_or(Equity::NAME);
    Ok(Task {
        member: arguments.game.parse()?,
        infosets: infosets.to_owned(),
        preset,
        seed: arguments.seed(),
        matches: arguments.matches.unwrap_or(MATCHES),
        value: arguments.value.clone(),
    })
}
