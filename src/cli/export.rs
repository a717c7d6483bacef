//! `cardsharp export`: a trained policy as a file to play with, or a game as a file for other tools.

use std::io::{BufWriter, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::{ArgMatches, Args, FromArgMatches};
use serde::Serialize;

use crate::commands::overwrite::Overwrite;
use crate::contests;
use crate::counted::counted;
use crate::explicit::ExplicitGame;

/// The subcommand for games that fit in memory.
const GAME: &str = "game";

/// Write a policy as a file that plays, or a game as a file for other tools.
#[derive(Args)]
#[command(after_help = "\
Examples:
  cardsharp export challenge --policy all-scores.policy --out play.policy --hands 20
  cardsharp export challenge --policy all-scores.policy --source bot.py
  cardsharp export tricky-eights --policy eights.policy --source bot.cpp
  cardsharp export game leduc_poker --out leduc.efg")]
pub struct ExportArguments {}

/// The command with a subcommand for each contest that exports its policies.
pub(super) fn describe(command: clap::Command) -> clap::Command {
    let contests = contests::all();
    let contests = contests.filter_map(|contest| contest.export_command());
    command
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands(contests)
        .subcommand(GameArguments::augment_args(clap::Command::new(GAME)))
}

/// Runs the command.
///
/// # Errors
///
/// The policy or the game cannot be read, or the file cannot be written.
pub fn run(flags: &ArgMatches) -> anyhow::Result<ExitCode> {
    let Some((name, arguments)) = flags.subcommand() else {
        return Ok(ExitCode::SUCCESS);
    };
    match contests::by_name(name) {
        Some(contest) => contest.export(arguments),
        None => export_game(&GameArguments::from_arg_matches(arguments)?),
    }
}

/// A game that fits in memory, as an .efg file for Gambit and OpenSpiel.
#[derive(Args)]
#[command(after_help = "\
Examples:
  cardsharp export game kuhn_poker --out kuhn.efg
  cardsharp export game 'challenge(ranks=3,copies=2,hand_size=2)' --out small.efg

Probabilities are exact fractions, names are those of `cardsharp solve --out`.")]
pub struct GameArguments {
    /// A game that `cardsharp solve` takes: a name with parameters, or an .efg file.
    game: String,
    /// The file to write.
    #[arg(long, value_name = "FILE.efg")]
    out: PathBuf,
    #[command(flatten)]
    overwrite: Overwrite,
    /// Print one JSON object on standard output.
    #[arg(long)]
    json: bool,
}

/// The output of `export game --json`.
#[derive(Serialize)]
struct GameOutput {
    game: String,
    out: PathBuf,
    nodes: u64,
    infosets: u64,
}

fn export_game(arguments: &GameArguments) -> anyhow::Result<ExitCode> {
    arguments.overwrite.require(&arguments.out)?;
    let game = ExplicitGame::open(&arguments.game)?;
    let failed = || format!("cannot write {}", arguments.out.display());
    let file = std::fs::File::create(&arguments.out).with_context(failed)?;
    let mut file = BufWriter::new(file);
    let written = game.write_efg(&mut file).with_context(failed)?;
    file.flush().with_context(failed)?;
    let output = GameOutput {
        game: game.name(),
        out: arguments.out.clone(),
        nodes: written.nodes,
        infosets: written.infosets,
    };
    match arguments.json {
        true => println!("{}", serde_json::to_string(&output)?),
        false => println!(
            "{}: {}, {}",
            output.out.display(),
            counted(output.nodes, "node"),
            counted(output.infosets, "information set")
        ),
    }
    Ok(ExitCode::SUCCESS)
}
