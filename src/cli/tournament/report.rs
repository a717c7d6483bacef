//! What a tournament prints and draws.

use std::path::Path;

use ndarray::Array2;
use serde::Serialize;

use super::empirical_game::EmpiricalGame;
use crate::cli::luck;
use cardsharp_arena::columns::columns;
use cardsharp_arena::tournament::{
    AgentStanding, Decision, HeadToHead, Standings, TournamentMatch, TournamentProgress,
};
use cardsharp_arena::{Estimate, Interval, Unit, numbered};
use cardsharp_plots::heatmap::{self, Heatmap};
use cardsharp_policy::report::ReportError;
use cardsharp_terminal::counted::counted;
use cardsharp_terminal::println;

/// The most letters of an agent in the picture.
const LETTERS: usize = 28;

/// The output of `--json`.
#[derive(Serialize)]
struct Report<'a> {
    contest: &'a str,
    format: &'static str,
    unit: Unit,
    seed: u64,
    complete: bool,
    rounds: u64,
    games: u64,
    agents: Vec<Agent<'a>>,
    head_to_head: &'a [Vec<HeadToHead>],
    matches: Vec<MatchReport<'a>>,
    decision: Option<Decision>,
    empirical_game: Option<EmpiricalGame>,
    seconds: f64,
}

/// An agent in the output of `--json`.
#[derive(Serialize)]
struct Agent<'a> {
    #[serde(flatten)]
    standing: &'a AgentStanding,
    /// With `--aivat`: the share of games without luck.
    #[serde(skip_serializing_if = "Option::is_none")]
    luck_removed: Option<Interval>,
}

/// A match in the output of `--json`.
#[derive(Serialize)]
struct MatchReport<'a> {
    stage: usize,
    agents: Vec<&'a str>,
    played: u64,
    wins: Vec<u64>,
    draws: u64,
}

impl<'a> MatchReport<'a> {
    /// The report of a match between some of these agents.
    fn of(one: &TournamentMatch, names: &'a [String]) -> MatchReport<'a> {
        let tally = &one.tally;
        MatchReport {
            stage: one.pairing.stage,
            agents: one.pairing.agents.iter().map(|&agent| names[agent].as_str()).collect(),
            played: match tally.unit {
                Unit::Rounds => tally.rounds(),
                Unit::Games => tally.games(),
            },
            wins: tally.standings().iter().map(|agent| agent.wins).collect(),
            draws: tally.draws(),
        }
    }
}

/// The object that `--json` prints.
pub(super) fn to_json(
    tournament: &TournamentProgress,
    standings: &Standings,
    removed: Option<&[Option<Interval>]>,
    seconds: f64,
) -> serde_json::Result<String> {
    let settings = &tournament.settings;
    let tallies = || tournament.matches.iter().map(|one| &one.tally);
    let names = numbered(&settings.agents);
    serde_json::to_string(&Report {
        contest: &settings.contest,
        format: settings.format.name(),
        unit: settings.unit,
        seed: settings.seed,
        complete: tournament.is_complete(),
        rounds: tallies().map(|tally| tally.rounds()).sum(),
        games: tallies().map(|tally| tally.games()).sum(),
        agents: standings
            .agents
            .iter()
            .map(|standing| Agent { standing, luck_removed: of(removed, standing, &names) })
            .collect(),
        head_to_head: &standings.head_to_head,
        matches: tournament.matches.iter().map(|one| MatchReport::of(one, &names)).collect(),
        decision: tournament.decision(),
        empirical_game: EmpiricalGame::of(tournament),
        seconds,
    })
}

/// The result of an agent without luck, of those in the order of their `names`.
fn of(removed: Option<&[Option<Interval>]>, standing: &AgentStanding, names: &[String]) -> Option<Interval> {
    let agent = names.iter().position(|name| *name == standing.agent)?;
    removed.and_then(|all| all[agent])
}

/// Prints the places, and what follows from them.
pub(super) fn print_table(
    tournament: &TournamentProgress,
    standings: &Standings,
    removed: Option<&[Option<Interval>]>,
    seconds: f64,
) {
    let names = numbered(&tournament.settings.agents);
    let with_rounds = tournament.settings.unit == Unit::Rounds;
    let mut header = vec!["", "agent", "points"];
    if with_rounds {
        header.push("rounds won");
    }
    header.push("games won");
    if removed.is_some() {
        header.push("luck removed");
    }
    header.extend(["Elo", "Glicko-2", "penalties"]);
    let mut table = columns(header, 2..);
    for standing in &standings.agents {
        let mut row = vec![
            standing.place.to_string(),
            standing.agent.clone(),
            format!("{:.1} of {}", standing.points, standing.matches),
        ];
        if with_rounds {
            row.push(share(standing.round_wins, standing.round_share));
        }
        row.push(share(standing.game_wins, standing.game_share));
        if removed.is_some() {
            row.push(of(removed, standing, &names).map_or("-".to_owned(), luck::share));
        }
        row.push(match standing.elo {
            Some(elo) => format!("{:.0} ± {:.0}", elo.rating, elo.half_width),
            None => "-".to_owned(),
        });
        let glicko = standing.glicko;
        row.push(format!("{:.0} ± {:.0}", glicko.rating, 2.0 * glicko.deviation));
        row.push(standing.penalties.to_string());
        table.add_row(row);
    }
    println!("{table}");
    println!("{}", cross_table(standings));
    let tallies = || tournament.matches.iter().map(|one| &one.tally);
    let rounds = if with_rounds {
        format!("{}, ", counted(tallies().map(|tally| tally.rounds()).sum(), "round"))
    } else {
        String::new()
    };
    println!(
        "{}, {rounds}{} in {seconds:.1} s; 95 % confidence intervals",
        tournament.settings.format.name(),
        counted(tallies().map(|tally| tally.games()).sum(), "game")
    );
    if let (Some(test), Some(decision)) = (tournament.settings.stop_when, tournament.decision()) {
        let [better, worse] = [test.better, test.worse].map(|agent| &names[agent]);
        let [low, high] = test.elo;
        println!(
            "sequential test: {}",
            match decision {
                Decision::Better => format!("{better} is better than {worse}, by {high} Elo rather than {low}"),
                Decision::NotBetter => format!("{better} is not better than {worse}: by {low} Elo rather than {high}"),
                Decision::Open => "not decided".to_owned(),
            }
        );
    }
    if let Some(game) = EmpiricalGame::of(tournament) {
        println!("{}", game.line());
    }
    if !tournament.is_complete() {
        println!("the tournament ended early; --resume goes on with its journal");
    }
}

/// The share of games of each agent, in rows, against each other one.
fn cross_table(standings: &Standings) -> comfy_table::Table {
    let header = ["games won against".to_owned()].into_iter();
    let places = standings.agents.iter().map(|agent| agent.place.to_string());
    let mut table = columns(header.chain(places).collect::<Vec<_>>(), 1..);
    for (agent, row) in standings.agents.iter().zip(&standings.head_to_head) {
        let shares = row.iter().map(|met| match share_of(met) {
            Some(share) => format!("{:.1} %", 100.0 * share),
            None => String::new(),
        });
        let name = format!("{} {}", agent.place, agent.agent);
        table.add_row([name].into_iter().chain(shares).collect::<Vec<_>>());
    }
    table
}

/// The share of the games between two agents that the first one has won.
fn share_of(met: &HeadToHead) -> Option<f64> {
    let all = met.won + met.lost;
    (all > 0.0).then(|| met.won / all)
}

fn share(wins: u64, estimate: Option<Estimate>) -> String {
    match estimate {
        Some(Estimate { share, half_width, .. }) => {
            format!("{wins}, {:.1} ± {:.1} %", 100.0 * share, 100.0 * half_width)
        }
        None => wins.to_string(),
    }
}

/// Draws the cross table.
pub(super) fn draw(path: &Path, tournament: &TournamentProgress, standings: &Standings) -> Result<(), ReportError> {
    let count = standings.agents.len();
    let values = Array2::from_shape_fn((count, count), |(row, column)| {
        share_of(&standings.head_to_head[row][column]).map_or(f64::NAN, |share| 100.0 * share)
    });
    let name = |agent: &AgentStanding| {
        let name: String = if agent.agent.chars().count() > LETTERS {
            agent.agent.chars().take(LETTERS - 1).chain(['…']).collect()
        } else {
            agent.agent.clone()
        };
        let rating = agent.elo.map_or(String::new(), |elo| format!(" ({:.0})", elo.rating));
        format!("{} {name}{rating}", agent.place)
    };
    let row_names: Vec<String> = standings.agents.iter().map(name).collect();
    let places = standings.agents.iter().map(|agent| agent.place.to_string());
    heatmap::draw(
        path,
        &Heatmap {
            title: &format!("{}, {}", tournament.settings.contest, tournament.settings.format.name()),
            note: "games won of those against each other, in %; in brackets the Elo rating",
            x_label: "against the agent in this place",
            y_label: "agent",
            values: values.view(),
            errors: None,
            row_names: &row_names,
            column_names: &places.collect::<Vec<_>>(),
            low: 0.0,
            high: 100.0,
            decimals: 1,
        },
    )
}
