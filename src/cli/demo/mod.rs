//! `cardsharp demo`: the whole way from the rules to live play, in a few minutes.

mod challenge;
mod dead_mans_draw;
mod files;
mod progress;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use cardsharp_solvers::run::Limits;
use clap::{Args, ValueEnum};

use self::files::OutputFiles;
use crate::commands::interrupt::INTERRUPTED;
use crate::commands::overwrite::Overwrite;
use crate::commands::quantities::duration;
use crate::training::{Files, Plan};

/// The same demo on every machine, as far as time lets it.
const SEED: u64 = 1;
const MAX_MEMORY: u64 = 4 << 30;
const CHECKPOINT_EVERY: Duration = Duration::from_secs(60);

/// What is shown.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Shown {
    Challenge,
    DeadMansDraw,
}

/// Trains, measures, draws and plays live: the whole way, in a few minutes.
#[derive(Args)]
#[command(after_help = "\
Examples:
  cardsharp demo
  cardsharp demo --out first-try --json
  cardsharp demo dead-mans-draw --out second-try

Trains a strategy, measures it on the way, draws the curve, starts a server on a free loopback port
inside this process, and plays there against every agent of the ladder. Writes into DIR only, over
the files of an earlier demo but no others. The table at the end goes to standard output, all else to
standard error.

challenge: the contest's game with two cards a hand in place of five is trained, which is small
enough for NashConv to be exact; the contest's own hand is then played by a policy that is part of
this program. Under two minutes on two cores. dead-mans-draw: what positions are worth is learnt
first, then the contest's own game is trained and played.")]
pub struct DemoArguments {
    /// The contest
    #[arg(value_enum, default_value = "challenge", value_name = "CONTEST")]
    contest: Shown,
    /// Folder for the files that are made
    #[arg(long, value_name = "DIR", default_value = "demo-out")]
    out: PathBuf,
    #[command(flatten)]
    overwrite: Overwrite,
    /// Training time of the strategy, measuring not counted [default: 20s, of dead-mans-draw 60s]
    #[arg(long, value_parser = duration)]
    time: Option<Duration>,
    /// dead-mans-draw: matches that the value is learnt from [default: 50000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    matches: Option<u64>,
    /// Print the table as one JSON object
    #[arg(long)]
    json: bool,
    /// No progress
    #[arg(long)]
    quiet: bool,
}

/// Runs the demo.
pub fn run(arguments: &DemoArguments) -> anyhow::Result<ExitCode> {
    match arguments.contest {
        Shown::Challenge => challenge::run(arguments),
        Shown::DeadMansDraw => dead_mans_draw::run(arguments),
    }
}

impl DemoArguments {
    /// For how long the strategy is trained.
    fn time(&self) -> Duration {
        self.time.unwrap_or(match self.contest {
            Shown::Challenge => challenge::TIME,
            Shown::DeadMansDraw => dead_mans_draw::TIME,
        })
    }

    /// How the strategy is trained; no number of `samples` measures all there is.
    fn plan(&self, files: &OutputFiles, first_measure: Duration, samples: Option<usize>) -> Plan {
        Plan {
            limits: Limits {
                time: Some(self.time()),
                ..Limits::default()
            },
            max_memory: MAX_MEMORY,
            threads: rayon::current_num_threads(),
            checkpoint_every: CHECKPOINT_EVERY,
            first_measure: Some(first_measure),
            samples,
            files: Files {
                policy: files.policy.clone(),
            },
            // Looked at when the folder was prepared.
            replace: true,
        }
    }
}

fn interrupted(contest: &str, arguments: &DemoArguments, checkpoint: Option<&Path>) -> ExitCode {
    match checkpoint {
        Some(checkpoint) => eprintln!(
            "interrupted; go on with `{} train {contest} --resume {} --time {}s`",
            files::program(),
            files::quoted(checkpoint),
            arguments.time().as_secs().max(1)
        ),
        None => eprintln!("interrupted"),
    }
    ExitCode::from(INTERRUPTED)
}
