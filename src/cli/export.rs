//! `cardsharp export`: the whole strategy of a policy as a table, a trained policy as a file to play with, or a game
//! as a file for other tools.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::{ArgGroup, ArgMatches, Args, FromArgMatches};
use serde::Serialize;

use super::exploit::unknown_game;
use crate::contests::{self, family_of};
use crate::explicit::{ExplicitGame, FINGERPRINT, InfosetRows};
use cardsharp_commands::OwnCommand;
use cardsharp_commands::candidates;
use cardsharp_commands::overwrite::{Overwrite, csv_file, file_of};
use cardsharp_commands::quantities::{bytes, file_size};
use cardsharp_policy::PolicyRows;
use cardsharp_policy::container::{self, Kind};
use cardsharp_policy::loaded;
use cardsharp_policy::report::claim::claim;
use cardsharp_policy::report::rows::{self, Format, Written};
use cardsharp_terminal::counted::counted;
use cardsharp_terminal::println;

/// The subcommand for games that fit in memory.
const GAME: &str = "game";

/// Write a policy as a table or as a file that plays, or a game as a file for other tools.
#[derive(Args)]
#[command(
    group = ArgGroup::new("tables").args(["csv", "npz"]).required(true).multiple(true),
    after_help = "\
Examples:
  cardsharp export leduc.policy --csv leduc-rows.csv
  cardsharp export all-scores.policy --npz all-scores.npz --visited
  cardsharp export challenge --policy all-scores.policy --out play.policy --hands 20
  cardsharp export challenge --policy all-scores.policy --source bot.py
  cardsharp export tricky-eights --policy eights.policy --source bot.cpp
  cardsharp export game leduc_poker --out leduc.efg

A table has every action of every information set with a choice: the number of its row, its parts by name, the \
probability, and whether the row was visited in training. The book's page on rows explains the numbers.")]
pub struct ExportArguments {
    /// The policy whose strategy is written as a table.
    #[arg(required = true, add = candidates::policies())]
    policy: Option<PathBuf>,
    /// The table as comma-separated values; compressed if the name ends in .csv.gz.
    #[arg(long, value_name = "FILE.csv", value_parser = csv_file)]
    csv: Option<PathBuf>,
    /// The table as arrays of NumPy.
    #[arg(long, value_name = "FILE.npz", value_parser = |text: &str| file_of(text, "a file of arrays", "npz"))]
    npz: Option<PathBuf>,
    /// Only rows that were visited in training.
    #[arg(long)]
    visited: bool,
    #[command(flatten)]
    overwrite: Overwrite,
    /// Print one JSON object on standard output.
    #[arg(long)]
    json: bool,
}

/// The command with a subcommand for each contest that exports its policies.
pub(super) fn describe(command: clap::Command) -> clap::Command {
    let contests = contests::all();
    let contests = contests.filter_map(|contest| contest.commands().export.as_ref());
    command
        .args_conflicts_with_subcommands(true)
        .subcommand_negates_reqs(true)
        .arg_required_else_help(true)
        .subcommands(contests.map(OwnCommand::command))
        .subcommand(GameArguments::augment_args(clap::Command::new(GAME)))
}

/// Runs the command.
///
/// # Errors
///
/// The policy or the game cannot be read, or the file cannot be written.
pub fn run(table: &ExportArguments, flags: &ArgMatches) -> anyhow::Result<ExitCode> {
    let Some((name, arguments)) = flags.subcommand() else {
        return export_table(table);
    };
    let contest = contests::by_name(name);
    match contest.and_then(|contest| contest.commands().export.as_ref()) {
        Some(export) => (export.run)(arguments),
        None => export_game(&GameArguments::from_arg_matches(arguments)?),
    }
}

/// The output of `export POLICY --json`.
#[derive(Serialize)]
struct TableOutput<'a> {
    game: &'a str,
    infosets: &'a str,
    csv: Option<&'a Path>,
    npz: Option<&'a Path>,
    #[serde(flatten)]
    written: Written,
}

fn export_table(arguments: &ExportArguments) -> anyhow::Result<ExitCode> {
    let tables = [(&arguments.csv, Format::Csv), (&arguments.npz, Format::Npz)];
    let tables = tables.iter().filter_map(|(path, format)| Some((path.as_deref()?, *format)));
    let paths: Vec<PathBuf> = tables.clone().map(|(path, _)| path.to_owned()).collect();
    let _claimed = claim(&paths, arguments.overwrite.force)?;
    let policy = arguments.policy.as_deref().unwrap_or(Path::new(""));
    let newest = container::open_newest(policy)?;
    newest.reader.require_kind(Kind::Policy)?;
    let header = newest.reader.header();
    let table: Box<dyn PolicyRows> = if header.rules_fingerprint == FINGERPRINT {
        let reader = loaded((&newest.reader, newest.instead_of), "exporting");
        Box::new(InfosetRows::read(reader)?)
    } else {
        let contest = family_of(&header.game).ok_or_else(|| unknown_game(&header.game))?;
        contest.policies()?.rows(policy)?
    };
    let mut written = Written::default();
    for (path, format) in tables {
        written = rows::write(path, format, &*table, arguments.visited)?;
    }
    let output = TableOutput {
        game: &header.game,
        infosets: &header.infosets,
        csv: arguments.csv.as_deref(),
        npz: arguments.npz.as_deref(),
        written,
    };
    if arguments.json {
        println!("{}", serde_json::to_string(&output)?);
        return Ok(ExitCode::SUCCESS);
    }
    for path in paths {
        println!("{}: {}", path.display(), bytes(file_size(&path)?));
    }
    println!(
        "{}, {} of them visited in training; {}",
        counted(written.rows, "row"),
        written.visited,
        counted(written.actions, "action")
    );
    Ok(ExitCode::SUCCESS)
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
    let written = game.save_efg(&arguments.out).with_context(failed)?;
    let output =
        GameOutput { game: game.name(), out: arguments.out.clone(), nodes: written.nodes, infosets: written.infosets };
    if arguments.json {
        println!("{}", serde_json::to_string(&output)?);
    } else {
        println!(
            "{}: {}, {}",
            output.out.display(),
            counted(output.nodes, "node"),
            counted(output.infosets, "information set")
        );
    }
    Ok(ExitCode::SUCCESS)
}
