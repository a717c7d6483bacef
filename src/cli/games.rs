//! `cardsharp games`: what can be played and trained.

use std::process::ExitCode;
use std::sync::Arc;

use cardsharp_solvers::cfr::Cfr;
use cardsharp_solvers::game::Game;
use cardsharp_solvers::sampled::{ExternalSampling, Numbering, Rows};
use cardsharp_solvers::tree::Tree;
use cardsharp_solvers::yardsticks::GameVisitor;
use clap::Args;
use comfy_table::{CellAlignment, Table, presets};
use serde::Serialize;

use super::quantities::bytes;
use crate::contests::{self, Contest, challenge, dead_mans_draw, skullwhist, tricky_eights};
use crate::explicit::ExplicitGame;
use challenge::infosets::{HandGame, NAMES, Payoffs, by_name};
use challenge::rules::Challenge;
use dead_mans_draw::text::Member;
use dead_mans_draw::value::Network;
use skullwhist::text::Member as SkullWhistMember;
use tricky_eights::rules::TrickyEights;

/// Lists the contests with their games and the information sets that can be trained, and the games
/// that are solved as a whole.
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
    /// The game that is trained for it; null while none is.
    game: Option<String>,
    parameters: Option<Challenge>,
    infosets: Vec<InfosetsEntry>,
}

#[derive(Serialize)]
struct InfosetsEntry {
    name: &'static str,
    remembers: String,
    /// Rows with a choice; null where they are not counted, or stored as they are met.
    rows: Option<u64>,
    /// Bytes of the table in training; null where it takes what it is given.
    table_bytes: Option<u64>,
}

impl InfosetsEntry {
    /// What stands for the number of rows where there is none.
    fn uncounted(&self) -> String {
        match self.table_bytes {
            Some(_) => "-".to_owned(),
            None => "as met".to_owned(),
        }
    }
}

/// Runs the command.
pub fn run(arguments: &GamesArguments) -> anyhow::Result<ExitCode> {
    let mut listed = Vec::new();
    for contest in contests::ALL {
        let trained = contest.name() == challenge::Contest.name();
        let draw = contest.name() == dead_mans_draw::Contest.name();
        let whist = contest.name() == skullwhist::Contest.name();
        let eights = contest.name() == tricky_eights::Contest.name();
        listed.push(ContestEntry {
            name: contest.name(),
            summary: contest.summary(),
            seats: contest.seats(),
            agents: contest.ladder().iter().map(|rung| rung.name).collect(),
            game: match (trained, draw) {
                (true, _) => Some(arguments.game.to_string()),
                (_, true) => Some(Member::ARENA.to_string()),
                _ if whist => Some(SkullWhistMember::CONTEST.to_string()),
                _ => eights.then(|| TrickyEights::CONTEST.to_string()),
            },
            parameters: trained.then_some(arguments.game),
            infosets: match (trained, draw) {
                (true, _) => infosets(arguments.game)?,
                (_, true) => infosets_of_draw()?,
                _ if whist => infosets_of_whist()?,
                _ if eights => infosets_of_eights(),
                _ => Vec::new(),
            },
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
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(["game", "nodes", "information sets", "compiled", "solving"]);
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
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    println!("{table}");
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

fn infosets_of_draw() -> anyhow::Result<Vec<InfosetsEntry>> {
    let network = Arc::new(Network::zero());
    let entry = |name| {
        let infosets = dead_mans_draw::infosets::by_name(name, &network)?;
        Ok(InfosetsEntry {
            name,
            remembers: infosets.summary().to_owned(),
            rows: None,
            table_bytes: Some(Rows::memory(infosets.numbering(), u64::MAX).bytes),
        })
    };
    dead_mans_draw::infosets::NAMES
        .into_iter()
        .map(entry)
        .collect()
}

/// Of the contest's game: what remembers everything is for smaller ones.
fn infosets_of_whist() -> anyhow::Result<Vec<InfosetsEntry>> {
    let counts = skullwhist::infosets::Counts::NAME;
    let infosets = skullwhist::infosets::by_name(counts, SkullWhistMember::CONTEST)?;
    Ok(vec![InfosetsEntry {
        name: counts,
        remembers: infosets.summary().to_owned(),
        rows: None,
        table_bytes: Some(Rows::memory(infosets.numbering(), u64::MAX).bytes),
    }])
}

fn infosets_of_eights() -> Vec<InfosetsEntry> {
    vec![InfosetsEntry {
        name: tricky_eights::infosets::NAME,
        remembers: tricky_eights::infosets::SUMMARY.to_owned(),
        rows: Some(tricky_eights::infosets::ROWS as u64),
        table_bytes: Some(tricky_eights::training::memory_needed()),
    }]
}

fn print(contest: &ContestEntry) {
    println!("{}: {}", contest.name, contest.summary);
    println!("agents: {}", contest.agents.join(", "));
    let Some(game) = &contest.game else {
        return println!("nothing is trained for it yet\n");
    };
    println!("game: {game}");
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(["information sets", "rows", "table", "what is remembered"]);
    for entry in &contest.infosets {
        table.add_row([
            entry.name.to_owned(),
            entry
                .rows
                .map_or(entry.uncounted(), |rows| rows.to_string()),
            entry.table_bytes.map_or("--max-memory".to_owned(), bytes),
            entry.remembers.clone(),
        ]);
    }
    for column in table.column_iter_mut().skip(1).take(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    println!("{table}");
}
