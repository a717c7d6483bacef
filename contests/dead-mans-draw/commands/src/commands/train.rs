//! The training of a policy for Dead Man's Draw.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use cardsharp_solvers::run::Limits;
use cardsharp_solvers::sampled::Preset;
use clap::{ArgMatches, Args, FromArgMatches};

use cardsharp_commands::train::{
    self, ProgressLine, TrainArguments, announce, plan, report, resumed,
};
use cardsharp_commands::{interrupt, quantities, threads};
use cardsharp_dead_mans_draw_bots::infosets::{Equity, NAMES};
use cardsharp_dead_mans_draw_bots::measure::LOSS_UNIT;
use cardsharp_dead_mans_draw_bots::training::{ResumePoint, Stage, Task, memory_needed, train};
use cardsharp_dead_mans_draw_game::rules::Params;
use cardsharp_policy::measurement::Quantity;
use cardsharp_terminal::counted::counted;

/// The flags of Dead Man's Draw alone.
#[derive(Args)]
struct Flags {
    /// Matches that the value is learnt from [default: 200000].
    #[arg(long, value_name = "N", value_parser = quantities::count)]
    matches: Option<u64>,
    /// Take the learnt value of this policy instead.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["matches", "resume"])]
    value: Option<PathBuf>,
}

const HELP: &str = "\
Examples:
  cardsharp train dead-mans-draw --matches 500000 --time 5m --out dead.policy
  cardsharp train dead-mans-draw --value dead.policy --infosets prospects --time 5m
  cardsharp train 'dead-mans-draw(suits=hook+cannon+sword,values=3)' --matches 1000000 --time 20s
  cardsharp train dead-mans-draw --resume dead.checkpoint --time 10m

Training has two stages: what positions are worth, learnt by playing --matches against oneself, and then
for --time a table for one turn, whose end is worth what was learnt. --infosets equity keeps what the
learnt value says, prospects what can be counted at the table.";

/// Adds the flags and texts of Dead Man's Draw to the command.
pub(crate) fn describe(command: clap::Command) -> clap::Command {
    train::describe(
        Flags::augment_args(command),
        &[HELP, train::FILES_HELP],
        (NAMES, Equity::NAME),
        ("Matches", MEASURED),
    )
}

/// The default number of matches that the value is learnt from.
const MATCHES: u64 = 200_000;
/// The number of matches that a measure samples.
const MEASURED: usize = 200;

/// Trains `arguments.game`.
pub(crate) fn run(arguments: &TrainArguments, matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let flags = Flags::from_arg_matches(matches)?;
    let matches = flags.matches.map(|matches| matches.to_string());
    let request = train::ResumeRequest {
        member: &|text| Some(text.parse::<Params>().ok()?.to_string()),
        flags: &[("--matches", matches, "matches")],
    };
    let resumed = resumed(arguments, &request, ResumePoint::open, |one| {
        &one.checkpoint
    })?;
    let task = match &resumed {
        Some(resumed) => resumed.task.clone(),
        None => task(arguments, flags)?,
    };
    let memory = memory_needed(&task)?;
    let value = match &task.value {
        Some(file) => format!("value of {}", file.display()),
        None => format!("value of {}", counted(task.matches, "match")),
    };
    let game = format!("{}, {value}", task.params);
    announce(arguments, game, &task.infosets, task.preset.name, memory)?;
    let plan = plan(arguments, MEASURED, &task.infosets);
    let measure = (Quantity::SelfPlayLoss, LOSS_UNIT);
    let flag = interrupt::flag()?;
    let mut stage = Stage::Value;
    let mut line = ProgressLine::new(arguments, value_limits(&task), measure.0);
    let pool = threads::pool(plan.threads)?;
    let trained = pool.install(|| {
        train(&task, &plan, resumed.as_ref(), &flag, &mut |now, event| {
            if now != stage {
                line.finish();
                line = ProgressLine::new(arguments, plan.limits, measure.0);
                stage = now;
            }
            line.show(&event);
        })
    })?;
    line.finish();
    report(arguments, &plan, memory, measure, &trained)
}

fn value_limits(task: &Task) -> Limits {
    Limits {
        iterations: Some(task.matches),
        ..Default::default()
    }
}

fn task(arguments: &TrainArguments, flags: Flags) -> anyhow::Result<Task> {
    let solver = arguments.solver.as_deref().unwrap_or(Preset::DEFAULT.name);
    let preset = Preset::by_name(solver).with_context(|| {
        format!("{solver} does not train dead-mans-draw: take one of the sampling solvers ending in mccfr")
    })?;
    let infosets = arguments.infosets.as_deref().unwrap_or(Equity::NAME);
    Ok(Task {
        params: arguments.game.parse()?,
        infosets: infosets.to_owned(),
        preset,
        seed: arguments.seed(),
        matches: flags.matches.unwrap_or(MATCHES),
        value: flags.value,
    })
}
