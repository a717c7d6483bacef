//! The command `solve`: its arguments, its curve and its report.

pub mod curve;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, ensure};
use cardsharp_files::replace_by;
use cardsharp_solvers::game::Player;
use cardsharp_solvers::run::{Limits, MeasurePoints, StopReason};
use cardsharp_terminal::println;
use clap::Args;
use serde::{Deserialize, Serialize};

use super::memory;
use super::overwrite::{Overwrite, csv_file};
use super::quantities;
use cardsharp_policy::report::claim::{ClaimError, Lock, claim};
use cardsharp_policy::report::manifest;

/// Solve a game exactly: a file of Gambit (.efg or .nfg), one of the games with known values, or a member of a contest's family.
#[derive(Args)]
#[command(after_help = "\
Examples:
  cardsharp solve data/efg/signalling.efg
  cardsharp solve leduc_poker --solver dcfr --target 1e-4
  cardsharp solve 'liars_dice(dice_sides=4)' --solver lp --json
  cardsharp solve kuhn_poker --solver pdcfr+ --iterations 500 --out kuhn.csv
  cardsharp solve kuhn_poker --solver lp --lock data/locks/kuhn-honest.csv
  cardsharp solve challenge --hand-size 3 --target 1e-4 --curve three.csv --out three-moves.csv

Without --iterations, --time or --target a CFR preset stops after a minute, or at NashConv 1e-6 of the range
of utilities that play can meet: the best less the worst expected utility of a player without dominated
moves. A penalty for a move that nobody makes does not count. The linear program needs a constant-sum game of two players. In
other games CFR need not reach a Nash equilibrium; the printed NashConv is the one that it reached. The average of the players'
joint play nears a coarse correlated equilibrium there, and its distance is printed, too.

`cardsharp solve CONTEST --help` also lists the flags of that contest's game.")]
pub struct SolveArguments {
    /// A file of Gambit (.efg or .nfg); kuhn_poker, leduc_poker, liars_dice or goofspiel with OpenSpiel's parameters; or a small
    /// member of a contest's family, such as challenge(ranks=R,copies=K,hand_size=N).
    pub game: String,
    /// A preset of the CFR family, one of Monte-Carlo CFR, or the linear program.
    #[arg(long)]
    pub solver: Option<String>,
    /// Stop after so many iterations, each an update of every player; of Monte-Carlo CFR, traversals.
    #[arg(long, value_parser = quantities::count)]
    pub iterations: Option<u64>,
    /// Stop after so much time, measuring and saving included; compiling the game and the last measure come on top.
    #[arg(long, value_parser = quantities::time)]
    pub time: Option<Duration>,
    /// Stop when NashConv is at most this, in the game's own unit.
    #[arg(long, value_parser = quantities::target)]
    pub target: Option<f64>,
    /// Threads; all cores if not given. The strategy does not depend on them.
    #[arg(long, value_parser = quantities::threads)]
    pub threads: Option<NonZeroUsize>,
    /// Most memory that the process takes; what needs more is refused, or ended [default: 20GiB, or three
    /// quarters of what the machine has].
    #[arg(long, value_name = "BYTES", value_parser = memory::amount)]
    pub max_memory: Option<u64>,
    /// Seed of what is sampled; on one thread the same seed gives the same strategy.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Write the strategy as CSV: player, information set, action, probability.
    #[arg(long, value_name = "FILE.csv", value_parser = csv_file)]
    pub out: Option<PathBuf>,
    /// Play the information sets of this CSV as it says, and solve the rest; the columns are those of --out, of which any
    /// information sets may be left. The game is solved without locks too, so that the values can be compared. Information
    /// sets that only actions of probability 0 lead to are in no output. Of games that fit in memory, and of hands of
    /// Challenge.
    #[arg(long, value_name = "FILE.csv")]
    pub lock: Option<PathBuf>,
    /// Write the curve of NashConv as CSV, and its manifest beside it.
    #[arg(long, value_name = "FILE.csv", value_parser = csv_file)]
    pub curve: Option<PathBuf>,
    /// Measure by iterations, however long that takes: after every N, or with `geometric` after 1, 2, 3 and so on, 20
    /// times a decade at most [default: geometric for CFR that walks a whole game in memory, by time otherwise].
    #[arg(long, value_name = "N", value_parser = quantities::measure_points)]
    pub measure_every: Option<MeasurePoints>,
    /// The permission to replace files.
    #[command(flatten)]
    pub overwrite: Overwrite,
    /// Print one JSON object on standard output.
    #[arg(long)]
    pub json: bool,
    /// Say nothing but the result.
    #[arg(long)]
    pub quiet: bool,
}

/// The default limit of the process's memory in bytes, on a machine that has more.
pub const MAX_MEMORY: u64 = 20 << 30;

/// The output of `--json`.
#[derive(Serialize)]
pub struct Output {
    /// The game.
    pub game: String,
    /// The solver.
    pub solver: String,
    /// The number of players.
    pub players: usize,
    /// The number of histories; for a range engine, the number of public states.
    pub nodes: u64,
    /// The number of information sets of each player; empty if they are not counted.
    pub infosets: Vec<u64>,
    /// The value to each player.
    pub values: Vec<f64>,
    /// NashConv.
    pub nash_conv: f64,
    /// NashConv over the number of players.
    pub exploitability: f64,
    /// The unit of the figures.
    pub unit: &'static str,
    /// The number of iterations, if the solver iterates.
    pub iterations: Option<u64>,
    /// Seconds of solving.
    pub seconds: f64,
    /// The stop reason, if the solver iterates.
    pub stop_reason: Option<StopReason>,
    /// The file of the strategy, if it was written.
    pub strategy: Option<PathBuf>,
    /// The game before `--lock`, if it was given.
    #[serde(flatten)]
    pub before: Option<BeforeLocks>,
}

/// A game before it was locked.
#[derive(Clone, Serialize)]
pub struct BeforeLocks {
    /// The number of information sets that `--lock` names.
    pub locked: usize,
    /// The value to each player of the game without locks.
    pub values_before: Vec<f64>,
}

impl SolveArguments {
    /// Locks the files that the command will write. A solve that continues from `checkpoint` replaces its own files.
    ///
    /// # Errors
    ///
    /// [`ClaimError`] names the file that is in the way.
    pub fn claim(&self, checkpoint: Option<&Path>) -> Result<Vec<Lock>, ClaimError> {
        let manifest = self.curve.as_deref().map(manifest::path_for);
        let files = [self.out.as_deref(), self.curve.as_deref(), manifest.as_deref(), checkpoint];
        let files: Vec<PathBuf> = files.into_iter().flatten().map(Path::to_owned).collect();
        let continues = checkpoint.is_some_and(Path::exists);
        claim(&files, self.overwrite.force || continues)
    }

    /// Limit of the process's memory in bytes.
    pub fn max_memory(&self) -> u64 {
        memory::or_default(self.max_memory, MAX_MEMORY)
    }

    /// The stopping conditions that were given.
    pub fn limits(&self) -> Limits {
        Limits { time: self.time, iterations: self.iterations, target: self.target }
    }

    /// Prints the output of `--json`.
    ///
    /// # Errors
    ///
    /// JSON cannot represent the output.
    pub fn print(&self, output: &Output) -> anyhow::Result<()> {
        println!("{}", serde_json::to_string(output)?);
        Ok(())
    }
}

/// A line of the file of `--lock`, as `--out` writes it.
#[derive(Deserialize)]
pub struct LockLine {
    /// The player.
    pub player: usize,
    /// The information set's name.
    pub infoset: String,
    /// The action's name.
    pub action: String,
    /// Its probability.
    pub probability: f64,
}

/// The lines of the file of `--lock`, each with its place for errors: `locks.csv, line 3`.
///
/// # Errors
///
/// The file cannot be read, or a line is not as `--out` writes it. A file without lines locks nothing.
pub fn lock_lines(path: &Path) -> anyhow::Result<Vec<(String, LockLine)>> {
    let shown = path.display();
    let mut reader = csv::Reader::from_path(path).with_context(|| format!("cannot read {shown}"))?;
    let lines = reader.deserialize().enumerate().map(|(index, line)| {
        let at = format!("{shown}, line {}", index + 2);
        let line = line.with_context(|| at.clone())?;
        Ok((at, line))
    });
    let lines: Vec<_> = lines.collect::<anyhow::Result<_>>()?;
    ensure!(!lines.is_empty(), "{shown} locks nothing: it has no line after its header");
    Ok(lines)
}

/// A row of a strategy: an action at an information set.
pub struct StrategyRow<'a> {
    /// The player.
    pub player: Player,
    /// The information set's name.
    pub infoset: &'a str,
    /// The action's name.
    pub action: &'a str,
    /// Its probability.
    pub probability: f64,
}

/// Writes a strategy as CSV.
///
/// # Errors
///
/// The file cannot be written.
pub fn write_strategy<'a>(path: &Path, rows: impl Iterator<Item = StrategyRow<'a>>) -> anyhow::Result<()> {
    let written = replace_by(path, |file| -> Result<(), csv::Error> {
        let mut writer = csv::Writer::from_writer(file);
        writer.write_record(["player", "infoset", "action", "probability"])?;
        for row in rows {
            let (player, probability) = (row.player.to_string(), row.probability.to_string());
            writer.write_record([&player[..], row.infoset, row.action, &probability])?;
        }
        Ok(writer.flush()?)
    });
    written.with_context(|| format!("cannot write {}", path.display()))
}
