//! `cardsharp solve`: the equilibrium of a game, exactly.

mod challenge;
mod curve;
mod explicit;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use cardsharp_solvers::game::Player;
use cardsharp_solvers::run::{Limits, StopReason};
use clap::Args;
use serde::Serialize;

use crate::cli::candidates;
use crate::commands::memory;
use crate::commands::overwrite::{Overwrite, csv_file};
use crate::commands::quantities::{self, names};
use crate::contests::challenge::infosets::Payoffs;
use crate::contests::{MemberError, family_of};
use crate::explicit::{ExplicitGame, Method, OpenError};
use crate::report::claim::{ClaimError, Lock, claim};
use crate::report::manifest;

/// Solves a game exactly: an .efg file, one of the games with known values, or a hand of Challenge.
#[derive(Args)]
#[command(after_help = "\
Examples:
  cardsharp solve data/efg/signalling.efg
  cardsharp solve leduc_poker --solver dcfr --target 1e-4
  cardsharp solve 'liars_dice(dice_sides=4)' --solver lp --json
  cardsharp solve kuhn_poker --solver pdcfr+ --iterations 500 --out kuhn.csv
  cardsharp solve challenge --hand-size 3 --target 1e-4 --curve three.csv --out three-moves.csv

Without --iterations, --time or --target a CFR preset stops at NashConv 1e-6 of the largest difference
between two utilities, or after a minute. The linear program is for two players whose utilities add up
to the same everywhere. With more players, or where they do not, CFR promises no equilibrium: the
NashConv it prints is what it has reached.

A hand of Challenge, `challenge` with --hand-size and the like, is solved over public states with a
vector of all hands in each: \"nodes\" are public states then, and the strategy written is that of the
first decision of each player. On two cores and with the preset dcfr three cards take 42 MiB and 30 ms an
iteration, four cards 8.9 GiB and 14 s.")]
pub struct SolveArguments {
    /// An .efg file; kuhn_poker, leduc_poker, liars_dice or goofspiel with OpenSpiel's parameters;
    /// challenge(ranks=R,copies=K,hand_size=N); skullwhist(suits=S,ranks=R,hand_size=N); or
    /// tricky-eights(players=P,suits=S,ranks=R,pool=N).
    #[arg(add = candidates::games())]
    game: String,
    /// A preset of the CFR family, one of Monte-Carlo CFR, or the linear program.
    #[arg(long, value_parser = names(Method::all()))]
    solver: Option<String>,
    /// Stop after so many iterations, each an update of every player; of Monte-Carlo CFR, traversals.
    #[arg(long, value_parser = quantities::count)]
    iterations: Option<u64>,
    /// Stop after this much solving; compiling the game and measuring come on top.
    #[arg(long, value_parser = quantities::time)]
    time: Option<Duration>,
    /// Stop when NashConv is at most this, in the game's own unit.
    #[arg(long, value_parser = quantities::target)]
    target: Option<f64>,
    /// Cards of a hand of Challenge.
    #[arg(long, value_name = "N")]
    hand_size: Option<u8>,
    /// Ranks of Challenge.
    #[arg(long, value_name = "R")]
    ranks: Option<u8>,
    /// Copies of each rank in the shoe of Challenge.
    #[arg(long, value_name = "K")]
    copies: Option<u8>,
    /// What a point for the leader, a point for the follower and a tie are worth to the leader of a
    /// hand of Challenge, as chances of winning the game; 0.56,0.44,0.5 if not given.
    #[arg(long, value_name = "WIN,LOSS,TIE", value_parser = payoffs)]
    payoffs: Option<Payoffs>,
    /// Threads; all cores if not given. The strategy does not depend on them.
    #[arg(long, value_parser = quantities::threads)]
    threads: Option<NonZeroUsize>,
    /// Most memory that the process takes; what needs more is refused, or ended [default: 20GiB, or three
    /// quarters of what the machine has].
    #[arg(long, value_name = "BYTES", value_parser = quantities::memory)]
    max_memory: Option<u64>,
    /// Seed of what is sampled; on one thread the same seed gives the same strategy.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write the strategy as CSV: player, information set, action, probability.
    #[arg(long, value_name = "FILE.csv", value_parser = csv_file)]
    out: Option<PathBuf>,
    /// Write the curve of NashConv as CSV, and its manifest beside it.
    #[arg(long, value_name = "FILE.csv", value_parser = csv_file)]
    curve: Option<PathBuf>,
    #[command(flatten)]
    overwrite: Overwrite,
    /// Print one JSON object on standard output.
    #[arg(long)]
    json: bool,
    /// Say nothing but the result.
    #[arg(long)]
    quiet: bool,
}

/// What a process takes where nobody says how much.
const MAX_MEMORY: u64 = 20 << 30;

/// What `--json` prints.
#[derive(Serialize)]
struct Output {
    game: String,
    solver: String,
    players: usize,
    nodes: u64,
    infosets: Vec<u64>,
    values: Vec<f64>,
    nash_conv: f64,
    exploitability: f64,
    unit: &'static str,
    iterations: Option<u64>,
    seconds: f64,
    stop_reason: Option<StopReason>,
    strategy: Option<PathBuf>,
}

/// Solves.
pub fn run(arguments: &SolveArguments) -> anyhow::Result<ExitCode> {
    memory::watch(arguments.max_memory())?;
    let _claimed = arguments.claim()?;
    if arguments.names_a_hand() {
        return challenge::run(arguments);
    }
    match ExplicitGame::open(&arguments.game) {
        Ok(game) => explicit::run(arguments, &game),
        // Too large to be written out, but not to be solved.
        Err(OpenError::Member(MemberError::TooLarge(_)))
            if family_of(&arguments.game).is_some_and(|it| it.name() == "challenge") =>
        {
            challenge::run(arguments)
        }
        Err(error) => Err(error.into()),
    }
}

impl SolveArguments {
    /// Locks the files that are asked for, before an hour is spent.
    fn claim(&self) -> Result<Vec<Lock>, ClaimError> {
        let manifest = self.curve.as_deref().map(manifest::path_for);
        let files = [&self.out, &self.curve, &manifest];
        let files: Vec<PathBuf> = files.into_iter().flatten().cloned().collect();
        claim(&files, self.overwrite.force)
    }

    /// Whether this is about one hand of Challenge, not about a game that is written out.
    fn names_a_hand(&self) -> bool {
        let sizes = [self.hand_size, self.ranks, self.copies];
        sizes.iter().any(Option::is_some) || self.payoffs.is_some()
    }

    /// Bytes that the process may take.
    fn max_memory(&self) -> u64 {
        memory::or_default(self.max_memory, MAX_MEMORY)
    }

    fn limits(&self) -> Limits {
        Limits {
            time: self.time,
            iterations: self.iterations,
            target: self.target,
        }
    }

    fn print(&self, output: &Output) -> anyhow::Result<()> {
        println!("{}", serde_json::to_string(output)?);
        Ok(())
    }
}

/// `0.56,0.44,0.5`.
fn payoffs(text: &str) -> Result<Payoffs, String> {
    let numbers: Result<Vec<f64>, _> = text.split(',').map(|part| part.trim().parse()).collect();
    let wrong = || {
        format!(
            "{text} are no payoffs: write three chances of winning the game, 0 to 1, after a point \
             for the leader, a point for the follower and a tie, such as 0.56,0.44,0.5"
        )
    };
    let numbers = numbers.map_err(|_| wrong())?;
    let [win, lose, tie] = numbers[..] else {
        return Err(wrong());
    };
    let chances = [win, lose, tie];
    if chances.iter().any(|chance| !(0.0..=1.0).contains(chance)) || win < lose {
        return Err(wrong());
    }
    Ok(Payoffs { win, lose, tie })
}

/// A row of the strategy that is written.
struct StrategyRow<'a> {
    player: Player,
    infoset: &'a str,
    action: &'a str,
    probability: f64,
}

fn write_strategy<'a>(
    path: &Path,
    rows: impl Iterator<Item = StrategyRow<'a>>,
) -> anyhow::Result<()> {
    let written = || -> Result<(), csv::Error> {
        let mut writer = csv::Writer::from_path(path)?;
        writer.write_record(["player", "infoset", "action", "probability"])?;
        for row in rows {
            let (player, probability) = (row.player.to_string(), row.probability.to_string());
            writer.write_record([&player[..], row.infoset, row.action, &probability])?;
        }
        Ok(writer.flush()?)
    };
    written().with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn payoffs_are_chances_in_their_order() {
        let found = payoffs("0.6, 0.3,0.5").unwrap();
        assert_eq!((found.win, found.lose, found.tie), (0.6, 0.3, 0.5));
        for wrong in [
            "",
            "0.5",
            "0.6,0.3",
            "1.1,0,0.5",
            "0.3,0.6,0.5",
            "a,b,c",
            "1,0,0.5,1",
        ] {
            assert!(
                payoffs(wrong).unwrap_err().contains("0.56,0.44,0.5"),
                "{wrong}"
            );
        }
    }
}
