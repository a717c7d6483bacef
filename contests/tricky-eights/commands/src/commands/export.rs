//! The export of a policy as the source file that the contest takes.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{ArgMatches, Args, FromArgMatches};
use serde::Serialize;

use cardsharp_commands::export::write_source;
use cardsharp_commands::overwrite::Overwrite;
use cardsharp_commands::quantities::{bytes, file_size};
use cardsharp_policy::loaded;
use cardsharp_terminal::counted::counted;
use cardsharp_terminal::println;
use cardsharp_tricky_eights_bots::export::cpp_program;
use cardsharp_tricky_eights_bots::policy::TrainedPolicy;

/// A Tricky Eights policy as one C++11 source file with the table inside, as the contest takes it.
#[derive(Args)]
#[command(after_help = "\
Examples:
  cardsharp export tricky-eights --policy eights.policy --source bot.cpp
  g++ -std=c++11 -O2 -o bot bot.cpp
  cardsharp serve tricky-eights --seed 13 -- ./bot ./bot ./bot 'cardsharp play tricky-eights'

It opens no file, needs no library but the language's own, and plays every card as the policy does.")]
pub(crate) struct ExportArguments {
    /// The trained policy.
    #[arg(long, value_name = "FILE")]
    policy: PathBuf,
    /// The program.
    #[arg(long, value_name = "FILE.cpp")]
    source: PathBuf,
    #[command(flatten)]
    overwrite: Overwrite,
    /// Print one JSON object on standard output.
    #[arg(long)]
    json: bool,
}

/// The JSON output.
#[derive(Serialize)]
struct Output {
    source: PathBuf,
    rows: usize,
    bytes_before: u64,
    source_bytes: u64,
}

/// Exports.
pub(crate) fn run(flags: &ArgMatches) -> anyhow::Result<ExitCode> {
    let arguments = &ExportArguments::from_arg_matches(flags)?;
    arguments.overwrite.require(&arguments.source)?;
    let policy = loaded(TrainedPolicy::load(&arguments.policy)?, "exporting");
    let program = cpp_program(&policy)?;
    write_source(&arguments.source, &program.source)?;
    let output = Output {
        source: arguments.source.clone(),
        rows: program.rows,
        bytes_before: file_size(&arguments.policy)?,
        source_bytes: file_size(&arguments.source)?,
    };
    if arguments.json {
        println!("{}", serde_json::to_string(&output)?);
    } else {
        println!(
            "{}: {}; {} in which not the card appraised highest is chosen",
            output.source.display(),
            bytes(output.source_bytes),
            counted(output.rows as u64, "row")
        );
    }
    Ok(ExitCode::SUCCESS)
}
