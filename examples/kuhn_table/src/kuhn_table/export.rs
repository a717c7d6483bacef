//! A policy as a table that a spreadsheet reads.

use std::path::PathBuf;
use std::process::ExitCode;

use cardsharp::commands::export::write_source;
use cardsharp::commands::overwrite::Overwrite;
use cardsharp_solvers::strategy::Behaviour;
use clap::Args;

use super::agents::read_policy;

/// A policy of Kuhn poker as CSV: the probability to bet or call at every information set.
#[derive(Args)]
#[command(after_help = "Examples:\n  cardsharp export kuhn-table --policy k.policy --out k.csv")]
pub struct ExportArguments {
    /// The trained policy.
    #[arg(long, value_name = "FILE")]
    policy: PathBuf,
    /// The table.
    #[arg(long, value_name = "FILE.csv")]
    out: PathBuf,
    #[command(flatten)]
    overwrite: Overwrite,
}

/// Exports.
pub fn run(arguments: &ExportArguments) -> anyhow::Result<ExitCode> {
    arguments.overwrite.require(&arguments.out)?;
    let rows = read_policy(&arguments.policy)?;
    let line = |row: &Behaviour| format!("{},{:.6}\n", row.infoset, row.actions[1].1);
    let table: String = rows.iter().map(line).collect();
    write_source(&arguments.out, &format!("infoset,bet\n{table}"))?;
    println!("{}: {} rows", arguments.out.display(), rows.len());
    Ok(ExitCode::SUCCESS)
}
