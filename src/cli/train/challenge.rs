//! Training a hand of the Challenge family by sampling.

use std::process::ExitCode;

use super::resuming::other;
use super::{TrainArguments, announce, conduct, plan, resumed};
use crate::contests::challenge::infosets::checked_name;
use crate::contests::challenge::measure::UNIT;
use crate::contests::challenge::rules::Challenge;
use crate::contests::challenge::training::{
    Classes, GameValues, Resumption, Sampling, Score, Start, Task, memory_needed, train,
};

/// What a player remembers unless something else is asked for.
const INFOSETS: &str = "tricks";
/// Classes of scores.
const CLASSES: u8 = 24;
/// Own hands in each seat that a measure samples.
const HANDS: usize = 8;

/// Trains `arguments.game`.
pub(super) fn run(arguments: &TrainArguments, sampling: Sampling) -> anyhow::Result<ExitCode> {
    let resumed = resumed(arguments, Resumption::open, |one| &one.checkpoint)?;
    let task = match &resumed {
        Some(resumed) => {
            refuse_other_scores(arguments, &resumed.task)?;
            resumed.task.clone()
        }
        None => task(arguments, sampling)?,
    };
    let warm = arguments
        .warm_start
        .as_deref()
        .map(Resumption::open)
        .transpose()?;
    let start = match (&resumed, &warm) {
        (Some(resumed), _) => Start::Resumed(resumed),
        (None, Some(warm)) => Start::Warm(warm),
        (None, None) => Start::Fresh,
    };
    let memory = memory_needed(&task, arguments.table_memory())?;
    announce(
        arguments,
        task.rules,
        &task.infosets,
        task.sampling.name(),
        memory,
    )?;
    let plan = plan(arguments, HANDS, &task.infosets);
    conduct(arguments, &plan, memory, UNIT, |interrupt, news| {
        train(&task, &plan, start, interrupt, news)
    })
}

/// Refuses a resumed run that is asked for other scores than those of its checkpoint.
fn refuse_other_scores(arguments: &TrainArguments, task: &Task) -> anyhow::Result<()> {
    let score = |score: Option<Score>| score.map_or("all".to_owned(), |score| score.to_string());
    if arguments.score.is_some() && arguments.score != task.score {
        return Err(other(
            arguments,
            "--score",
            &score(arguments.score),
            &score(task.score),
        ));
    }
    let Some(most) = arguments.classes else {
        return Ok(());
    };
    let count = task.classes.payoffs.len();
    let values = GameValues::contest()?;
    if task.score.is_some() || Classes::at_most(&values, usize::from(most)) != task.classes {
        let has = format!("{count} for score {}", score(task.score));
        return Err(other(arguments, "--classes", &most.to_string(), &has));
    }
    Ok(())
}

fn task(arguments: &TrainArguments, sampling: Sampling) -> anyhow::Result<Task> {
    let values = GameValues::contest()?;
    let classes = match arguments.score {
        Some(score) => Classes::one(values.payoffs(score)),
        None => Classes::at_most(&values, usize::from(arguments.classes.unwrap_or(CLASSES))),
    };
    Ok(Task {
        rules: arguments.game.trim().parse::<Challenge>()?,
        classes,
        score: arguments.score,
        infosets: checked_name(arguments.infosets.as_deref().unwrap_or(INFOSETS))
            .map_err(anyhow::Error::msg)?,
        sampling,
        seed: arguments.seed(),
    })
}
