//! `cardsharp games`: the games that can be played and trained.

use std::process::ExitCode;

use cardsharp_solvers::cfr::Cfr;
use cardsharp_terminal::println;
use clap::Args;
use comfy_table::ContentArrangement;
use serde::Serialize;

use crate::contests;
use crate::contests::family_of;
use crate::explicit::ExplicitGame;
use cardsharp_arena::columns::columns;
use cardsharp_commands::ContestCommands;
use cardsharp_commands::quantities::bytes;
use cardsharp_contest::TrainedInfosets;

/// The greatest number of columns of a line.
const WIDTH: u16 = 100;

/// List the games: those of the contests, with the information sets that can be trained, and those
/// that are solved as a whole.
#[derive(Args)]
#[command(after_help = "\
Examples:
  cardsharp games
  cardsharp games --game 'challenge(ranks=4,copies=4,hand_size=3)' --json

Rows and memory are for one score. `cardsharp train` needs that much for each class of scores.")]
pub struct GamesArguments {
    /// A member of a contest's family, to be counted in place of the contest's own game.
    #[arg(long, value_name = "GAME", value_parser = member)]
    game: Option<String>,
    /// Print one JSON object on standard output.
    #[arg(long)]
    json: bool,
}

/// The output of `--json`.
#[derive(Serialize)]
struct Output {
    contests: Vec<ContestEntry>,
    games: Vec<GameEntry>,
}

/// A game that fits in memory.
#[derive(Serialize)]
struct GameEntry {
    name: String,
    players: usize,
    nodes: u64,
    infosets: Vec<usize>,
    /// Bytes of the compiled game.
    compiled_bytes: usize,
    /// Bytes of the compiled game and a solver.
    solving_bytes: usize,
}

#[derive(Serialize)]
struct ContestEntry {
    name: &'static str,
    summary: &'static str,
    seats: usize,
    agents: Vec<&'static str>,
    /// The game that is trained for the contest.
    game: String,
    parameters: Option<serde_json::Value>,
    infosets: Vec<TrainedInfosets>,
}

/// Parses the name of a member of a contest's family.
fn member(text: &str) -> Result<String, String> {
    match family_of(text) {
        Some(contest) => contest.family().member(text).map_err(|error| error.to_string()),
        None => Err("write a contest's game, such as skullwhist(suits=2,ranks=4,hand_size=3)".to_owned()),
    }
}

/// Runs the command.
///
/// # Errors
///
/// The information sets cannot be counted, or a game cannot be compiled.
pub fn run(arguments: &GamesArguments) -> anyhow::Result<ExitCode> {
    let mut listed = Vec::new();
    for contest in contests::all() {
        let member = arguments.game.as_deref();
        let member = member.filter(|member| family_of(member).is_some_and(|it| it.name() == contest.name()));
        let trained = contest.family().trained(member.unwrap_or(contest.name()))?;
        listed.push(ContestEntry {
            name: contest.name(),
            summary: contest.summary(),
            seats: contest.seats(),
            agents: agents(contest),
            game: trained.game,
            parameters: trained.parameters,
            infosets: trained.infosets,
        });
    }
    let mut games = Vec::new();
    let small = contests::all().flat_map(|contest| contest.family().small_members());
    let small = small.map(|member| ExplicitGame::open(member));
    for game in ExplicitGame::published().chain(small) {
        games.push(compiled(&game?)?);
    }
    if arguments.json {
        let output = Output { contests: listed, games };
        println!("{}", serde_json::to_string(&output)?);
    } else {
        listed.iter().for_each(print);
        print_games(&games);
    }
    Ok(ExitCode::SUCCESS)
}

/// The agents of the ladder, and the further agents.
fn agents(contest: &dyn ContestCommands) -> Vec<&'static str> {
    contest.agents().all().map(|agent| agent.name).collect()
}

fn compiled(game: &ExplicitGame) -> anyhow::Result<GameEntry> {
    let tree = game.game().compile()?;
    Ok(GameEntry {
        name: game.name(),
        players: tree.players(),
        nodes: tree.histories(),
        infosets: tree.infosets_by_player(),
        compiled_bytes: tree.bytes(),
        solving_bytes: tree.bytes() + Cfr::bytes(&tree),
    })
}

fn print_games(games: &[GameEntry]) {
    println!("\ngames that fit memory, for solve, train, exploit and export:");
    let mut table = columns(["game", "nodes", "infosets", "memory"], 1..);
    for entry in games {
        let infosets: usize = entry.infosets.iter().sum();
        table.add_row([
            entry.name.clone(),
            entry.nodes.to_string(),
            infosets.to_string(),
            bytes(entry.solving_bytes as u64),
        ]);
    }
    println!("{table}");
}

fn print(contest: &ContestEntry) {
    println!("{}: {}", contest.name, contest.summary);
    println!("agents: {}", contest.agents.join(", "));
    println!("        or a policy file; `cardsharp match {} --help` has their options", contest.name);
    println!("game: {}", contest.game);
    let mut table = columns(["infosets", "rows", "table", "what is remembered"], 1..3);
    table.set_content_arrangement(ContentArrangement::Dynamic);
    table.set_width(WIDTH);
    for entry in &contest.infosets {
        table.add_row([
            entry.name.to_owned(),
            rows(entry),
            entry.table_bytes.map_or("--max-memory".to_owned(), bytes),
            entry.remembers.clone(),
        ]);
    }
    println!("{table}");
}

/// The number of rows in words. A table without a fixed number of rows has `-` or `as met` in its place.
fn rows(infosets: &TrainedInfosets) -> String {
    match (infosets.rows, infosets.table_bytes) {
        (Some(rows), _) => rows.to_string(),
        (None, Some(_)) => "-".to_owned(),
        (None, None) => "as met".to_owned(),
    }
}
