//! The commands of contests whose policies are tables that external sampling trains.

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Error;
use cardsharp_contest::{Position, SampledContest};
use cardsharp_policy::{TableInfosets, loaded};
use cardsharp_solvers::sampled::Preset;
use cardsharp_terminal::println;
use cardsharp_training::TrainError;
use cardsharp_training::sampled::{ResumePoint, SampledFamily, Stage, TablePolicy, Task, train};
use clap::builder::PossibleValuesParser;
use clap::{ArgMatches, Args, Command, FromArgMatches};

use crate::contest_commands::{CommandPart, CommandParts};
use crate::exploit::{self, ExploitArguments, SampledFlags, describe_sampled};
use crate::inspect::{About, InspectArguments, print_actions, show_file};
use crate::train::{self, ProgressLine, ResumeRequest, TrainArguments, announce, plan, report, resumed};
use crate::{interrupt, threads};

/// The texts and flags of a contest whose policies are tables that external sampling trains.
pub trait SampledCommands: SampledContest + Sized {
    /// The flags of `train` that only this contest has.
    type Flags: TrainFlags<Self::Family>;

    /// The paragraphs below the flags of `train`.
    const TRAIN_HELP: &'static [&'static str];
    /// The text below the flags of `exploit`.
    const EXPLOIT_HELP: &'static str;
    /// The help of the flag `--matches` of `exploit`.
    const EXPLOIT_SAMPLES: &'static str;
    /// The unit of the samples of a measurement, in the plural: `deals`.
    const SAMPLE_UNIT: &'static str;

    /// The contest's parts of `train`, `exploit` and `inspect`.
    const PARTS: CommandParts = CommandParts {
        train: Some(CommandPart { describe: describe_train::<Self>, run: run_train::<Self> }),
        exploit: Some(CommandPart {
            describe: |command| describe_sampled(command, Self::EXPLOIT_HELP, Self::EXPLOIT_SAMPLES),
            run: run_exploit::<Self>,
        }),
        inspect: Some(CommandPart {
            describe: |command| command.after_help(Self::POSITIONS),
            run: run_inspect::<Self>,
        }),
        ..CommandParts::NONE
    };
}

/// The flags of `train` that only one contest has.
pub trait TrainFlags<F: SampledFamily>: Args {
    /// The options of a new run.
    fn options(self) -> F::Options;

    /// The flags that must agree with the checkpoint of a resumed run: the flag, its value if it is given, and the name
    /// of its parameter in the checkpoint's header.
    fn agreeing(&self) -> Vec<(&'static str, Option<String>, &'static str)> {
        Vec::new()
    }

    /// The words for the options where a run is announced.
    fn announced(_: &Task<F>) -> Option<String> {
        None
    }
}

/// No flags.
#[derive(Args)]
pub struct NoFlags {}

impl<F: SampledFamily<Options = ()>> TrainFlags<F> for NoFlags {
    fn options(self) {}
}

fn describe_train<C: SampledCommands>(command: Command) -> Command {
    let unit = C::SAMPLE_UNIT;
    let unit = format!("{}{}", unit[..1].to_uppercase(), &unit[1..]);
    train::describe(
        C::Flags::augment_args(command),
        C::TRAIN_HELP,
        (PossibleValuesParser::new(C::Family::INFOSETS), C::Family::DEFAULT_INFOSETS),
        (&unit, C::Family::SAMPLES),
    )
}

/// Trains the game that is named, unless the solver walks the whole tree.
fn run_train<C: SampledCommands>(arguments: &TrainArguments, matches: &ArgMatches) -> anyhow::Result<Option<ExitCode>> {
    let flags = C::Flags::from_arg_matches(matches)?;
    let infosets = arguments.infosets.as_deref();
    let infosets = infosets.unwrap_or(C::Family::DEFAULT_INFOSETS);
    let default = C::Family::default_preset(infosets).name;
    let solver = arguments.solver.as_deref().unwrap_or(default);
    let Some(preset) = Preset::by_name(solver) else {
        return Ok(None);
    };
    let request =
        ResumeRequest { member: &|text| Some(C::Family::member(text).ok()?.to_string()), flags: &flags.agreeing() };
    let open = ResumePoint::<C::Family>::open;
    let resumed = resumed(arguments, &request, open, |one| &one.checkpoint)?;
    let task = match &resumed {
        Some(resumed) => resumed.task.clone(),
        None => Task {
            params: C::Family::member(&arguments.game).map_err(TrainError::task)?,
            infosets: infosets.to_owned(),
            preset,
            seed: arguments.seed(),
            options: flags.options(),
        },
    };
    let memory = task.memory_needed(arguments.table_memory())?;
    let game = match C::Flags::announced(&task) {
        Some(announced) => format!("{}, {announced}", task.params),
        None => task.params.to_string(),
    };
    announce(arguments, game, &task.infosets, task.preset.name, memory)?;
    let plan = plan(arguments, C::Family::SAMPLES, &task.infosets);
    let measure = C::Family::quantity(task.params);
    let limits = |stage| match stage {
        Stage::Learning => C::Family::learning_limits(&task),
        Stage::Table => plan.limits,
    };
    let flag = interrupt::flag()?;
    let mut shown: Option<(Stage, ProgressLine)> = None;
    let pool = threads::pool(plan.threads)?;
    let trained = pool.install(|| {
        train(&task, &plan, resumed.as_ref(), &flag, &mut |stage, event| {
            if let Some((_, line)) = shown.take_if(|(of, _)| *of != stage) {
                line.finish();
            }
            let begin = || (stage, ProgressLine::new(arguments, limits(stage), measure.0));
            shown.get_or_insert_with(begin).1.show(&event);
        })
    })?;
    if let Some((_, line)) = shown {
        line.finish();
    }
    report(arguments, &plan, memory, measure, &trained).map(Some)
}

fn run_exploit<C: SampledCommands>(arguments: &ExploitArguments, matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let flags = SampledFlags::from_arg_matches(matches)?;
    let policy = loaded(TablePolicy::<C::Family>::load(&arguments.policy)?, "measuring");
    exploit::report(arguments, &policy.header, || {
        // A signal ends the process, which has nothing to save.
        let never = AtomicBool::new(false);
        let measured = C::Family::measure(&policy, flags.samples(), arguments.seed, &never);
        measured.map_err(Error::from_boxed)
    })
}

fn run_inspect<C: SampledCommands>(arguments: &InspectArguments, _: &ArgMatches) -> anyhow::Result<()> {
    let policy = loaded(TablePolicy::<C::Family>::load(&arguments.policy)?, "showing");
    let Some(text) = &arguments.position else {
        let infosets = &policy.infosets;
        let rows = infosets.rows().or(policy.table.rows().map(|rows| rows as u64));
        let about = About::of(infosets.summary(), rows, C::SAMPLE_UNIT);
        return show_file(arguments, &policy.header, about);
    };
    let position = C::position(&Arc::new(policy), text).map_err(Error::from_boxed)?;
    if arguments.json {
        println!("{}", serde_json::to_string(&position)?);
    } else {
        print(&position);
    }
    Ok(())
}

/// Prints a position with its actions as a table.
fn print(position: &Position) {
    match (&position.position, &position.hand) {
        (Some(position), _) => println!("{position}"),
        (None, Some(hand)) => println!("hand {hand}"),
        (None, None) => {}
    }
    print_actions(&position.actions);
    if let Some(note) = position.unvisited_note() {
        println!("{note}");
    }
    if let Some(unit) = position.unit {
        println!("value: {unit}, by the learnt value");
    }
}
