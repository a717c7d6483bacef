//! The arguments of the command `train`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::help;
use crate::memory;
use crate::overwrite::{Overwrite, policy_file};
use crate::quantities::{self, duration, measure_points};
use cardsharp_solvers::run::MeasurePoints;

/// Train a policy: that of a contest's own game by Monte-Carlo CFR, that of a game that fits memory by any solver.
#[derive(Args)]
#[command(after_help = help::after_help())]
pub struct TrainArguments {
    /// The game: a contest, a member of its family such as challenge(ranks=R,copies=K,hand_size=N), or any
    /// that `cardsharp solve` takes.
    pub game: String,
    /// Information sets: what a player remembers; `cardsharp games` lists them [default: the contest's first choice].
    #[arg(long)]
    pub infosets: Option<String>,
    /// The solver's preset [default: pruned-mccfr for a contest's own game, pcfr+ for a game that fits memory].
    #[arg(long)]
    pub solver: Option<String>,
    /// Stop after so much time, measuring and saving included; reading files, compiling and the last
    /// measure come on top [default: 60s if there is no other limit].
    #[arg(long, value_parser = quantities::time)]
    pub time: Option<Duration>,
    /// Stop after so many iterations (traversals: one player's walk from one deal).
    #[arg(long, value_parser = quantities::count)]
    pub iterations: Option<u64>,
    /// Stop when the measured NashConv is at most this.
    #[arg(long, value_parser = quantities::target)]
    pub target: Option<f64>,
    /// Threads [default: all cores].
    #[arg(long, value_parser = quantities::threads)]
    pub threads: Option<NonZeroUsize>,
    /// Seed; with one thread, the same seed gives the same policy to the byte [default: 1].
    #[arg(long)]
    pub seed: Option<u64>,
    /// Most memory that the process takes: half of it for the table, half for the copies made to measure
    /// and to save [default: 12GiB, or three quarters of what the machine has].
    #[arg(long, value_name = "BYTES", value_parser = memory::amount)]
    pub max_memory: Option<u64>,
    /// The policy file [default: GAME-INFOSETS.policy, the game with its parameters].
    #[arg(long, value_name = "FILE", value_parser = policy_file)]
    pub out: Option<PathBuf>,
    /// The permission to replace files.
    #[command(flatten)]
    pub overwrite: Overwrite,
    /// Go on from this checkpoint; game, information sets, solver, scores and seed are its own, and
    /// others are refused. The game may be named without its parameters.
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
    /// Time between checkpoints.
    #[arg(long, default_value = "60s", value_parser = duration)]
    pub checkpoint_every: Duration,
    /// Samples that each point of the curve is measured on; 0 measures nothing [default: the contest's own].
    #[arg(long, visible_alias = "hands", value_name = "N", value_parser = samples)]
    pub samples: Option<usize>,
    /// Training time before the curve's first point; later ones at twice the time each, or later, so
    /// that all take no longer than training or half of --time.
    #[arg(long, default_value = "5s", value_parser = duration)]
    pub first_measure: Duration,
    /// Measure by iterations, however long that takes: after every N, or with `geometric` after 1, 2, 3 and
    /// so on, 20 times a decade at most [default: geometric for CFR that walks a whole game in memory].
    #[arg(long, value_name = "N", value_parser = measure_points, conflicts_with = "first_measure")]
    pub measure_every: Option<MeasurePoints>,
    /// Print one JSON object on standard output.
    #[arg(long)]
    pub json: bool,
    /// No progress line.
    #[arg(long)]
    pub quiet: bool,
}

/// The default seed.
const SEED: u64 = 1;
/// The default limit of the process's memory in bytes.
const MAX_MEMORY: u64 = 12 << 30;

/// The factor by which the time between two points of a curve grows.
const MEASURE_GROWTH: f64 = 2.0;

/// Points by training time, the first after `first`.
pub fn measured_first_after(first: Duration) -> MeasurePoints {
    MeasurePoints::ByTime { first: first.as_secs_f64(), growth: MEASURE_GROWTH }
}

impl TrainArguments {
    /// The points of the curve.
    pub fn measure_points(&self) -> MeasurePoints {
        self.measure_every.unwrap_or_else(|| measured_first_after(self.first_measure))
    }

    /// The seed of the run.
    pub fn seed(&self) -> u64 {
        self.seed.unwrap_or(SEED)
    }

    /// Limit of the process's memory in bytes.
    pub fn max_memory(&self) -> u64 {
        memory::or_default(self.max_memory, MAX_MEMORY)
    }

    /// Limit of the table's size in bytes.
    pub fn table_memory(&self) -> u64 {
        self.max_memory() / memory::COPIES
    }
}

fn samples(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(1) => Err("one has no interval: take 2 or more, or 0 for no measure".to_owned()),
        Ok(samples) => Ok(samples),
        Err(_) => Err("write a whole number, 2 or more, or 0 for no measure".to_owned()),
    }
}

/// The name of a game without its parameters.
pub fn plain_name(game: &str) -> &str {
    game.split('(').next().unwrap_or(game).trim()
}
