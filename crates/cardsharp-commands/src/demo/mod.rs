//! The command `demo`: its arguments, its files and its progress.

pub mod files;
pub mod progress;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use cardsharp_solvers::run::Limits;
use cardsharp_terminal::eprintln;
use clap::Args;

use self::files::OutputFiles;
use super::interrupt::INTERRUPTED;
use super::overwrite::Overwrite;
use super::quantities::duration;
use super::train::measured_first_after;
use cardsharp_training::{Files, RunPlan};

/// The seed of every demo. Two demos differ only in the amount of work that is done in the given time.
pub const SEED: u64 = 1;
const MAX_MEMORY: u64 = 4 << 30;
const CHECKPOINT_EVERY: Duration = Duration::from_secs(60);

/// Train, measure, draw and play live: the whole way, in a few minutes.
#[derive(Args)]
#[command(after_help = "\
Examples:
  cardsharp demo
  cardsharp demo --out first-try --json

Trains a strategy, measures it on the way, draws the curve, starts a server on a free loopback port
inside this process, and plays there against every agent of the ladder. Writes into DIR only, over
the files of an earlier demo but no others. The table at the end goes to standard output, all else to
standard error.

`cardsharp demo CONTEST --help` says what is shown of that contest.")]
pub struct DemoArguments {
    /// The contest.
    pub contest: Option<String>,
    /// Folder for the files that are made
    #[arg(long, value_name = "DIR", default_value = "demo-out")]
    pub out: PathBuf,
    /// The permission to replace files.
    #[command(flatten)]
    pub overwrite: Overwrite,
    /// Training time of the strategy, measuring included but for the last point [default: the contest's own]
    #[arg(long, value_parser = duration)]
    pub time: Option<Duration>,
    /// Print the table as one JSON object
    #[arg(long)]
    pub json: bool,
    /// No progress
    #[arg(long)]
    pub quiet: bool,
}

impl DemoArguments {
    /// The plan of a training run of `time`, which measures all there is.
    pub fn plan(&self, files: &OutputFiles, time: Duration, first_measure: Duration) -> RunPlan {
        RunPlan {
            limits: Limits { time: Some(time), ..Limits::default() },
            max_memory: MAX_MEMORY,
            threads: rayon::current_num_threads(),
            checkpoint_every: CHECKPOINT_EVERY,
            measure: measured_first_after(first_measure),
            samples: None,
            files: Files { policy: files.policy.clone() },
            // `OutputFiles::prepare` has checked the files.
            replace: true,
        }
    }
}

/// Prints that the demo was interrupted while it trained for `time`, and the command line that continues the
/// training if there is a checkpoint. Returns the exit code.
pub fn interrupted(contest: &str, time: Duration, checkpoint: Option<&Path>) -> ExitCode {
    match checkpoint {
        Some(checkpoint) => eprintln!(
            "interrupted; go on with `{} train {contest} --resume {} --time {}s`",
            files::program(),
            files::quoted(checkpoint),
            time.as_secs().max(1)
        ),
        None => eprintln!("interrupted"),
    }
    ExitCode::from(INTERRUPTED)
}
