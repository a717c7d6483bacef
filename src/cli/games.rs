//! `cardsharp games`: what can be played and trained.

use std::process::ExitCode;

use cardsharp_solvers::sampled::{ExternalSampling, Numbering};
use clap::Args;
use comfy_table::{CellAlignment, Table, presets};
use serde::Serialize;

use super::quantities::bytes;
use crate::contests::{self, challenge};
use challenge::infosets::{HandGame, NAMES, Payoffs, by_name};
use challenge::rules::Challenge;

/// Lists the contests with their games and the information sets that can be trained.
#[derive(Args)]
#[command(after_help = "\
Examples:
  cardsharp games
  cardsharp games --game 'challenge(ranks=4,copies=4,hand_size=3)' --json

Rows and memory are for one score; `cardsharp train` takes as many times that as there are classes
of scores.")]
pub struct GamesArguments {
    /// The member of the Challenge family to count.
    #[arg(long, default_value = "challenge")]
    game: Challenge,
    /// Print one JSON object on standard output.
    #[arg(long)]
    json: bool,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Output {
    contests: Vec<ContestEntry>,
}

#[derive(Serialize)]
struct ContestEntry {
    name: &'static str,
    summary: &'static str,
    seats: usize,
    agents: Vec<&'static str>,
    /// The game that is trained for it.
    game: String,
    parameters: Challenge,
    infosets: Vec<InfosetsEntry>,
}

#[derive(Serialize)]
struct InfosetsEntry {
    name: &'static str,
    remembers: &'static str,
    /// Rows with a choice; null where they are stored as they are met.
    rows: Option<u64>,
    /// Bytes of the table in training; null where it takes what it is given.
    table_bytes: Option<u64>,
}

/// Runs the command.
pub fn run(arguments: &GamesArguments) -> anyhow::Result<ExitCode> {
    let mut listed = Vec::new();
    for contest in contests::ALL {
        listed.push(ContestEntry {
            name: contest.name(),
            summary: contest.summary(),
            seats: contest.seats(),
            agents: contest.ladder().iter().map(|rung| rung.name).collect(),
            game: arguments.game.to_string(),
            parameters: arguments.game,
            infosets: infosets(arguments.game)?,
        });
    }
    if arguments.json {
        println!("{}", serde_json::to_string(&Output { contests: listed })?);
    } else {
        listed.iter().for_each(print);
    }
    Ok(ExitCode::SUCCESS)
}

fn infosets(rules: Challenge) -> anyhow::Result<Vec<InfosetsEntry>> {
    let game = HandGame::new(rules, vec![Payoffs::EARLY]);
    let mut entries = Vec::new();
    for name in NAMES {
        let infosets = by_name(name, &game)?;
        let dense = matches!(infosets.numbering(), Numbering::Dense { .. });
        entries.push(InfosetsEntry {
            name,
            remembers: infosets.summary(),
            rows: dense.then(|| infosets.count(&game)),
            table_bytes: dense.then(|| ExternalSampling::memory(&*infosets, u64::MAX).bytes),
        });
    }
    Ok(entries)
}

fn print(contest: &ContestEntry) {
    println!("{}: {}", contest.name, contest.summary);
    println!("agents: {}", contest.agents.join(", "));
    println!("game: {}", contest.game);
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(["information sets", "rows", "table", "what is remembered"]);
    for entry in &contest.infosets {
        table.add_row([
            entry.name.to_owned(),
            entry
                .rows
                .map_or("as met".to_owned(), |rows| rows.to_string()),
            entry.table_bytes.map_or("--max-memory".to_owned(), bytes),
            entry.remembers.to_owned(),
        ]);
    }
    for column in table.column_iter_mut().skip(1).take(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    println!("{table}");
}
