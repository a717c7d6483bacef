//! Training a hand of the Challenge family by sampling.

use std::path::PathBuf;
use std::process::ExitCode;

use cardsharp_solvers::sampled::Preset;
use clap::{ArgMatches, Args, FromArgMatches};

use cardsharp_challenge_game::rules::Params;
use cardsharp_challenge_solver::infosets::checked_name;
use cardsharp_challenge_solver::measure::UNIT;
use cardsharp_challenge_solver::scores::{Classes, GameValues, Score};
use cardsharp_challenge_solver::training::{ResumePoint, Sampling, Start, Task, memory_needed, train};
use cardsharp_commands::train::{self, TrainArguments, announce, other, plan, resumed, run_and_report};
use cardsharp_policy::measurement::Quantity;

/// The flags that only Challenge has.
#[derive(Args)]
struct Flags {
    /// Train for one score: the points of the hand's leader and of the follower [default: all].
    #[arg(long, value_name = "A,B")]
    score: Option<Score>,
    /// Without --score: let the 100 scores share at most this many policies [default: 24].
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=100))]
    classes: Option<u8>,
    /// Begin with what this checkpoint of a run for one --score has learnt, at every score; its time does not count.
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    warm_start: Option<PathBuf>,
    /// With --solver trunk: the hands that are solved in a round, to learn the values of leaves from
    /// [default: 1000].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    examples: Option<u32>,
    /// With --solver trunk: the rounds in which networks learn. In later rounds solved hands correct the
    /// network leaf by leaf, and the policy promises the averages of its leaves' values [default: all].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    learning_rounds: Option<u32>,
}

const HELP: &str = "\
Examples:
  cardsharp train challenge --infosets tricks --score 0,0 --time 60s --out tricks.policy
  cardsharp train challenge --time 10m --out all-scores.policy
  cardsharp train challenge --infosets seen3+own3 --score 0,0 --time 11m
  cardsharp train challenge --warm-start tricks.checkpoint --time 10m --out all-scores.policy
  cardsharp train challenge --resume tricks.checkpoint --time 120s
  cardsharp train 'challenge(ranks=3,copies=2,hand_size=2)' --solver dcfr --iterations 2000

--infosets says what is kept of the tricks that are over: tricks nothing, recall everything as it is
met, and words joined by + what they say: seen (the opponent's cards), own (one's own), seen3 and own3
(in three groups of ranks), took (whose was higher), pairs (what faced what), order, led (who led the
hand), leads (who led each trick), stake (who challenged, and when), all. With commas, what is kept of
one trick, of two, and so on: all,seen3+own3 keeps all of the first.";

/// Adds the flags and texts of Challenge to the command.
pub fn describe(command: clap::Command) -> clap::Command {
    train::describe(
        Flags::augment_args(command),
        &[HELP, train::FILES_HELP, train::MEMBER_HELP],
        (|name: &str| checked_name(name), INFOSETS),
        ("Own hands in each seat", HANDS),
    )
}

/// The information sets by default.
const INFOSETS: &str = "tricks";
/// Classes of scores.
const CLASSES: u8 = 24;
/// Solved hands of a round of a trunk.
const EXAMPLES: u32 = 1000;
/// Own hands in each seat that a measure samples.
const HANDS: usize = 8;

/// Trains `arguments.game`, unless the solver walks the whole tree.
pub fn run(arguments: &TrainArguments, matches: &ArgMatches) -> anyhow::Result<Option<ExitCode>> {
    let flags = Flags::from_arg_matches(matches)?;
    let solver = arguments.solver.as_deref().unwrap_or(Preset::DEFAULT.name);
    let Some(sampling) = Sampling::by_name(solver) else {
        // The number of classes means nothing there, and asking for it nothing wrong.
        train::refuse(
            "the contest's game trained by Monte-Carlo CFR",
            &[("--score", flags.score.is_some()), ("--warm-start", flags.warm_start.is_some())],
        )?;
        refuse_of_trunk(&flags)?;
        return Ok(None);
    };
    let request = train::ResumeRequest { member: &|text| Some(text.parse::<Params>().ok()?.to_string()), flags: &[] };
    let resumed = resumed(arguments, &request, ResumePoint::open, |one| &one.checkpoint)?;
    let task = match &resumed {
        Some(resumed) => {
            refuse_other_scores(arguments, &flags, &resumed.task)?;
            refuse_other_examples(arguments, &flags, &resumed.task)?;
            Task { learning_rounds: flags.learning_rounds, ..resumed.task.clone() }
        }
        None => task(arguments, &flags, sampling)?,
    };
    if task.sampling != Sampling::Trunk {
        refuse_of_trunk(&flags)?;
    }
    let warm = flags.warm_start.as_deref().map(ResumePoint::open).transpose()?;
    let start = match (&resumed, &warm) {
        (Some(resumed), _) => Start::Resumed(resumed),
        (None, Some(warm)) => Start::Warm(warm),
        (None, None) => Start::Fresh,
    };
    let memory = memory_needed(&task, arguments.table_memory())?;
    announce(arguments, task.rules, &task.infosets, task.sampling.name(), memory)?;
    // The rows of later tricks are empty, so that the policy alone says little.
    let samples = match task.sampling {
        Sampling::Trunk => 0,
        Sampling::Histories(_) | Sampling::Ranges => HANDS,
    };
    let plan = plan(arguments, samples, &task.infosets);
    let quantity = match (task.sampling, plan.samples) {
        (Sampling::Trunk, Some(0)) => Quantity::ValueError,
        _ => Quantity::NashConv,
    };
    let measure = (quantity, UNIT);
    let code = run_and_report(arguments, &plan, memory, measure, |interrupt, report| {
        train(&task, &plan, start, interrupt, report)
    })?;
    Ok(Some(code))
}

/// Refuses to resume a run at other scores than those of its checkpoint.
fn refuse_other_scores(arguments: &TrainArguments, flags: &Flags, task: &Task) -> anyhow::Result<()> {
    let score = |score: Option<Score>| score.map_or("all".to_owned(), |score| score.to_string());
    if flags.score.is_some() && flags.score != task.score {
        return Err(other(arguments, "--score", &score(flags.score), &score(task.score)));
    }
    let Some(most) = flags.classes else {
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

/// Refuses to resume a run with another number of solved hands than its checkpoint has.
fn refuse_other_examples(arguments: &TrainArguments, flags: &Flags, task: &Task) -> anyhow::Result<()> {
    match flags.examples {
        Some(examples) if examples != task.examples => {
            Err(other(arguments, "--examples", &examples.to_string(), &task.examples.to_string()))
        }
        _ => Ok(()),
    }
}

/// Refuses the flags that only a trunk has.
fn refuse_of_trunk(flags: &Flags) -> anyhow::Result<()> {
    train::refuse(
        "--solver trunk",
        &[("--examples", flags.examples.is_some()), ("--learning-rounds", flags.learning_rounds.is_some())],
    )
}

fn task(arguments: &TrainArguments, flags: &Flags, sampling: Sampling) -> anyhow::Result<Task> {
    let values = GameValues::contest()?;
    let classes = match flags.score {
        Some(score) => Classes::one(values.payoffs(score)),
        None => Classes::at_most(&values, usize::from(flags.classes.unwrap_or(CLASSES))),
    };
    Ok(Task {
        rules: arguments.game.trim().parse::<Params>()?,
        classes,
        score: flags.score,
        infosets: checked_name(arguments.infosets.as_deref().unwrap_or(INFOSETS)).map_err(anyhow::Error::msg)?,
        sampling,
        seed: arguments.seed(),
        examples: flags.examples.unwrap_or(EXAMPLES),
        learning_rounds: flags.learning_rounds,
    })
}
