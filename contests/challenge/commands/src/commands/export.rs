//! From a trained policy to the file to play with.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::bail;
use clap::{ArgGroup, ArgMatches, Args, FromArgMatches};
use serde::Serialize;

use super::first_moves::write_first_moves;
use cardsharp_challenge_bots::export::python_program;
use cardsharp_challenge_solver::measure::{Extent, MeasureOptions, Report, UNIT, measure};
use cardsharp_challenge_solver::policy::{Exported, TrainedPolicy};
use cardsharp_challenge_solver::ranges::{RangeHand, first_moves_of};
use cardsharp_challenge_solver::scores::Score;
use cardsharp_commands::export::write_source;
use cardsharp_commands::overwrite::{Overwrite, policy_file};
use cardsharp_commands::quantities::{bytes, file_size};
use cardsharp_game::BadUsage;
use cardsharp_policy::container::NotANumber;
use cardsharp_policy::loaded;
use cardsharp_policy::report::claim::claim;
use cardsharp_terminal::counted::counted;
use cardsharp_terminal::println;

/// A Challenge policy as a file that plays: a small policy with one byte for each action and without rare
/// actions, or a program in Python. Or its first moves as a table.
#[derive(Args)]
#[command(
    group = ArgGroup::new("what is written").args(["out", "source", "moves"]).required(true).multiple(true),
    after_help = "\
Examples:
  cardsharp export challenge --policy all-scores.policy --out play.policy --hands 20
  cardsharp export challenge --policy all-scores.policy --source bot.py --hands 0

The program is one file for Python 3.8 or later with the table inside: python3 bot.py --help.

NashConv is measured before and after on the same own hands, so that their difference is what the
export costs. Information sets must give every row a place: any but recall.")]
pub struct ExportArguments {
    /// The trained policy.
    #[arg(long, value_name = "FILE")]
    policy: PathBuf,
    /// The playing file.
    #[arg(long, value_name = "FILE", value_parser = policy_file)]
    out: Option<PathBuf>,
    /// The program that plays it, which needs Python alone.
    #[arg(long, value_name = "FILE.py")]
    source: Option<PathBuf>,
    /// The probabilities of its first moves: the leader's, and the follower's after one action.
    #[arg(long, value_name = "FILE.csv")]
    moves: Option<PathBuf>,
    #[command(flatten)]
    overwrite: Overwrite,
    /// Leave out actions with a smaller probability at their information set.
    #[arg(long, default_value_t = 0.01, value_parser = share)]
    drop_below: f64,
    /// Own hands in each seat to measure NashConv on, before and after; 0 measures nothing.
    #[arg(long, default_value_t = 8)]
    hands: usize,
    /// The score of the measure and of --moves, if the policy knows several: leader's and follower's points.
    #[arg(long, value_name = "A,B", default_value = "0,0")]
    score: Score,
    /// Seed of the drawing of hands.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print one JSON object on standard output.
    #[arg(long)]
    json: bool,
}

fn share(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("write a probability from 0 to 1, as 0.01".to_owned()),
    }
}

/// The output of `--json`.
#[derive(Serialize)]
struct Output {
    out: Option<PathBuf>,
    source: Option<PathBuf>,
    drop_below: f64,
    rows: u64,
    unknown_rows: u64,
    dropped_actions: u64,
    pure_rows: u64,
    bytes_before: u64,
    bytes_after: Option<u64>,
    source_bytes: Option<u64>,
    moves: Option<PathBuf>,
    nash_conv_before: Option<f64>,
    nash_conv_after: Option<f64>,
    loss: Option<f64>,
    half_width: Option<f64>,
    hands: usize,
    unit: &'static str,
}

/// Exports.
pub fn run(flags: &ArgMatches) -> anyhow::Result<ExitCode> {
    let arguments = &ExportArguments::from_arg_matches(flags)?;
    let files = [&arguments.out, &arguments.source, &arguments.moves];
    let files: Vec<PathBuf> = files.into_iter().flatten().cloned().collect();
    let _claimed = claim(&files, arguments.overwrite.force)?;
    let policy = loaded(TrainedPolicy::load(&arguments.policy)?, "exporting");
    // Before measuring, which takes long: a policy that cannot be exported is refused at once.
    policy.require_exportable()?;
    if arguments.source.is_some() && policy.trunk_tricks().is_some() {
        bail!(BadUsage::new(
            "a program cannot solve again what follows the trunk of this policy: write --out FILE instead"
        ));
    }
    let before = report(arguments, &policy)?;
    let (mut playing, exported) = policy.export(arguments.drop_below)?;
    let after = report(arguments, &playing)?;
    playing.header.measured = after.as_ref().map(Report::measured);
    if let Some(out) = &arguments.out {
        playing.save(out)?;
    }
    if let Some(source) = &arguments.source {
        write_source(source, &python_program(&playing)?)?;
    }
    if let Some(moves) = &arguments.moves {
        let class = playing.classes.class(arguments.score);
        let payoffs = playing.classes.payoffs[usize::from(class)];
        let hand = RangeHand::new(playing.game.rules(), payoffs)?;
        let found = first_moves_of(&hand, &playing, class);
        write_first_moves(moves, hand.space(), &found)?;
    }
    let value = |report: &Option<Report>| report.as_ref().map(|report| report.nash_conv);
    let (nash_conv_before, nash_conv_after) = (value(&before), value(&after));
    let Exported { rows, unknown, dropped, pure } = exported;
    let output = Output {
        out: arguments.out.clone(),
        source: arguments.source.clone(),
        drop_below: arguments.drop_below,
        rows,
        unknown_rows: unknown,
        dropped_actions: dropped,
        pure_rows: pure,
        bytes_before: file_size(&arguments.policy)?,
        bytes_after: arguments.out.as_deref().map(file_size).transpose()?,
        source_bytes: arguments.source.as_deref().map(file_size).transpose()?,
        moves: arguments.moves.clone(),
        nash_conv_before,
        nash_conv_after,
        loss: nash_conv_before.zip(nash_conv_after).map(|(a, b)| b - a),
        half_width: after.as_ref().map(|report| report.half_width),
        hands: arguments.hands,
        unit: UNIT,
    };
    if arguments.json {
        println!("{}", serde_json::to_string(&output)?);
    } else {
        print(&output);
    }
    Ok(ExitCode::SUCCESS)
}

fn report(arguments: &ExportArguments, policy: &TrainedPolicy) -> Result<Option<Report>, NotANumber> {
    let options = MeasureOptions {
        hands: Some(arguments.hands),
        seed: arguments.seed,
        class: policy.classes.class(arguments.score),
        extent: Extent::Total,
    };
    let measured = || measure(&policy.game, policy, options, &|| ()).checked();
    (arguments.hands > 0).then(measured).transpose()
}

fn print(output: &Output) {
    let files = [(&output.out, output.bytes_after), (&output.source, output.source_bytes)];
    for (path, size) in files {
        if let (Some(path), Some(size)) = (path, size) {
            let before = bytes(output.bytes_before);
            println!("{}: {}, was {before}", path.display(), bytes(size));
        }
    }
    if let Some(moves) = &output.moves {
        println!("{}: the first moves", moves.display());
    }
    println!(
        "{}, {} of them with one action left; {} dropped; {} unknown",
        counted(output.rows, "row"),
        output.pure_rows,
        counted(output.dropped_actions, "action"),
        counted(output.unknown_rows, "row")
    );
    if let (Some(before), Some(after)) = (output.nash_conv_before, output.nash_conv_after) {
        println!(
            "NashConv {before:.5}, now {after:.5} on the same {} a seat: {:+.5} {}",
            counted(output.hands as u64, "own hand"),
            after - before,
            output.unit
        );
    }
}
