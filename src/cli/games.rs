//! `cardsharp games`: what can be played and trained.

use std::process::ExitCode;

use cardsharp_solvers::cfr::Cfr;
use cardsharp_solvers::game::Game;
use cardsharp_solvers::tree::Tree;
use cardsharp_solvers::yardsticks::GameVisitor;
use clap::Args;
use serde::Serialize;

use super::quantities::bytes;
use crate::cli::columns::columns;
use crate::contests::challenge::rules::Challenge;
use crate::contests::{self, Contest, TrainedInfosets, challenge};
use crate::explicit::ExplicitGame;

/// Lists the contests with their games and the information sets that can be trained, and the games
/// that are solved as a whole.
#[derive(Args)]
#[command(after_help = "\
Examples:
  cardsharp games
  cardsharp games --game 'challenge(ranks=4,copies=4,hand_size=3)' --json

Rows and memory are for one score; `cardsharp train` takes as many times that as there are classes of scores.")]
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
    games: Vec<GameEntry>,
}

/// A game that fits memory.
#[derive(Serialize)]
struct GameEntry {
    name: String,
    players: usize,
    nodes: u64,
    infosets: Vec<usize>,
    /// Bytes that it takes compiled.
    compiled_bytes: usize,
    /// Bytes that it and a solver take.
    solving_bytes: usize,
}

#[derive(Serialize)]
struct ContestEntry {
    name: &'static str,
    summary: &'static str,
    seats: usize,
    agents: Vec<&'static str>,
    /// The game that is trained for it.
    game: String,
    parameters: Option<Challenge>,
    infosets: Vec<TrainedInfosets>,
}

/// Runs the command.
pub fn run(arguments: &GamesArguments) -> anyhow::Result<ExitCode> {
    let mut listed = Vec::new();
    for contest in contests::ALL {
        let parameters = (contest.name() == challenge::Contest.name()).then_some(arguments.game);
        let trained = match parameters {
            Some(member) => challenge::trained_member(member)?,
            None => contest.trained()?,
        };
        listed.push(ContestEntry {
            name: contest.name(),
            summary: contest.summary(),
            seats: contest.seats(),
            agents: agents(*contest),
            game: trained.game,
            parameters,
            infosets: trained.infosets,
        });
    }
    let mut games = Vec::new();
    let small = SMALL_MEMBERS.into_iter().map(ExplicitGame::open);
    for game in ExplicitGame::published().chain(small) {
        let game = game?;
        games.push(game.visit(Compile(game.name()))?);
    }
    if arguments.json {
        let output = Output {
            contests: listed,
            games,
        };
        println!("{}", serde_json::to_string(&output)?);
    } else {
        listed.iter().for_each(print);
        print_games(&games);
    }
    Ok(ExitCode::SUCCESS)
}

/// The ladder, and the agents beside it.
fn agents(contest: &dyn Contest) -> Vec<&'static str> {
    let agents = contest.ladder().iter().chain(contest.further_agents());
    agents.map(|agent| agent.name).collect()
}

/// Members of the contests' families that are small enough to be solved as a whole.
const SMALL_MEMBERS: [&str; 3] = [
    "challenge(ranks=3,copies=2,hand_size=2)",
    "challenge(ranks=4,copies=2,hand_size=3)",
    "tricky-eights(players=2,suits=2,ranks=3,pool=2)",
];

struct Compile(String);

impl GameVisitor for Compile {
    type Output = anyhow::Result<GameEntry>;

    fn visit<G: Game>(self, game: &G) -> anyhow::Result<GameEntry> {
        let tree = Tree::compile(game)?;
        Ok(GameEntry {
            name: self.0,
            players: tree.players(),
            nodes: tree.histories(),
            infosets: tree.infosets_by_player(),
            compiled_bytes: tree.bytes(),
            solving_bytes: tree.bytes() + Cfr::bytes(&tree),
        })
    }
}

fn print_games(games: &[GameEntry]) {
    println!("\ngames that fit memory, for solve, train, exploit and export:");
    let mut table = columns(
        ["game", "nodes", "information sets", "compiled", "solving"],
        1..,
    );
    for entry in games {
        let infosets: usize = entry.infosets.iter().sum();
        table.add_row([
            entry.name.clone(),
            entry.nodes.to_string(),
            infosets.to_string(),
            bytes(entry.compiled_bytes as u64),
            bytes(entry.solving_bytes as u64),
        ]);
    }
    println!("{table}");
}

fn print(contest: &ContestEntry) {
    println!("{}: {}", contest.name, contest.summary);
    println!(
        "agents: {}, or a policy file (cardsharp match --help has their options)",
        contest.agents.join(", ")
    );
    println!("game: {}", contest.game);
    let mut table = columns(
        ["information sets", "rows", "table", "what is remembered"],
        1..3,
    );
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

/// How many rows there are, or what stands for that.
fn rows(infosets: &TrainedInfosets) -> String {
    match (infosets.rows, infosets.table_bytes) {
        (Some(rows), _) => rows.to_string(),
        (None, Some(_)) => "-".to_owned(),
        (None, None) => "as met".to_owned(),
    }
}
