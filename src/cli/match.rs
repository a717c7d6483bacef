//! `cardsharp match`: a match between agents in this process.

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context;
use clap::Args;
use serde::Serialize;

use super::candidates;
use super::contest::by_name;
use super::luck::{self, LuckReport};
use crate::contests;
use cardsharp_arena::columns::columns;
use cardsharp_arena::{Estimate, Journal, LuckTable, MatchOptions, Standing, Tally, Unit, play_match};
use cardsharp_commands::ContestCommands;
use cardsharp_commands::interrupt::{self, INTERRUPTED};
use cardsharp_commands::{progress, quantities};
use cardsharp_game::{AgentSpec, PROGRAM, Table};
use cardsharp_terminal::counted::counted;
use cardsharp_terminal::println;

/// The default number of rounds.
const DEFAULT_ROUNDS: u64 = 100;

/// Play agents against each other in this process, every deal once with each rotation of the seats.
/// On Ctrl-C or SIGTERM it finishes what is being played and prints what came of the match so far.
#[derive(Args)]
#[command(after_help = after_help())]
pub struct MatchArgs {
    /// The contest.
    #[arg(value_parser = by_name, add = candidates::contests())]
    contest: &'static dyn ContestCommands,
    /// The agents: names of the contest's ladder, `human`, or policy files, with options as name:key=value,key=value.
    #[arg(required = true, num_args = 1.., add = candidates::agents())]
    agents: Vec<AgentSpec>,
    /// Play this many rounds [default: 100].
    #[arg(long, conflicts_with = "games")]
    rounds: Option<NonZeroU64>,
    /// Play this many single games instead of rounds.
    #[arg(long)]
    games: Option<NonZeroU64>,
    /// Seed of the deals and of the agents' own chance.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads to play on [default: all cores]; the results do not depend on it.
    #[arg(long, value_parser = quantities::threads)]
    threads: Option<NonZeroUsize>,
    /// Append every result to this file, as JSON Lines.
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Write every game's moves into the journal too.
    #[arg(long, requires = "journal")]
    records: bool,
    /// Remove the luck of deals and of known decisions from the results, by AIVAT, with this policy as the baseline of
    /// agents whose probabilities are not known. For contests of two whose policies can be that: Challenge.
    #[arg(long, value_name = "POLICY", add = cardsharp_commands::candidates::policies())]
    aivat: Option<PathBuf>,
    /// Print one JSON object on standard output.
    #[arg(long)]
    json: bool,
    /// Say nothing of the progress.
    #[arg(long)]
    quiet: bool,
}

const EXAMPLES: &str = "\
Examples:
  cardsharp match challenge expert greedy --rounds 200
  cardsharp match challenge greedy-challenge greedy --games 100 --aivat data/challenge/all-scores.policy
  cardsharp match tricky-eights card-counter memoryless memoryless memoryless --games 500
";

/// The command with the agents of `contest`, and what their options set.
pub(super) fn describe(command: clap::Command, contest: Option<&'static dyn ContestCommands>) -> clap::Command {
    match contest {
        Some(contest) => command.after_help(agents_of(contest)),
        None => command,
    }
}

/// The text below the flags without a contest: the agents' names.
fn after_help() -> String {
    let mut text = format!("{EXAMPLES}\nAgents, weakest first (`cardsharp match CONTEST --help` says what they do):\n");
    for contest in contests::all() {
        let names: Vec<&str> = contest.agents().all().map(|agent| agent.name).collect();
        text += &in_help(contest.name(), &names.join(", "));
    }
    text + &in_help(PROGRAM, OWN_PROGRAM)
}

const OWN_PROGRAM: &str = "a program of your own: program:command='python3 bot.py' reads requests as lines of JSON and \
                           answers each with a line (docs/src/formats/observations.md)";

/// The text below the flags for a contest.
fn agents_of(contest: &dyn ContestCommands) -> String {
    let agents = contest.agents();
    let mut text = format!("{EXAMPLES}\nAgents, weakest first:\n");
    for agent in &agents.hand_written {
        text += &in_help(agent.name, agent.summary);
    }
    text += "Further agents:\n";
    for agent in &agents.further {
        text += &in_help(agent.name, agent.summary);
    }
    text += &in_help(PROGRAM, OWN_PROGRAM);
    text += "\nOptions of agents, as NAME:option=value,option=value:\n";
    for (option, meaning) in agents.options {
        text += &in_help(option, meaning);
    }
    text
}

/// A name and its meaning on two lines. A narrow terminal then indents the whole meaning.
fn in_help(name: &str, meaning: &str) -> String {
    format!("  {name}\n      {meaning}\n")
}

/// Runs the command.
///
/// # Errors
///
/// An agent cannot be created, the journal cannot be written, or the threads cannot be started.
pub fn run(args: &MatchArgs) -> anyhow::Result<ExitCode> {
    let table = args.contest.table(&args.agents)?;
    let (unit, count) = match args.games {
        Some(games) => (Unit::Games, games.get()),
        None => (Unit::Rounds, args.rounds.map_or(DEFAULT_ROUNDS, NonZeroU64::get)),
    };
    let options = MatchOptions {
        contest: args.contest.name().to_owned(),
        agents: args.agents.iter().map(AgentSpec::to_string).collect(),
        unit,
        count,
        seed: args.seed,
        threads: args.threads,
        records: args.records,
    };
    let finder = args.aivat.as_ref().map(|policy| luck::finder(args.contest, policy, &options.agents)).transpose()?;
    let lucky = finder.as_ref().map(|finder| LuckTable::new(&*table, &**finder));
    let mut journal = match &args.journal {
        Some(path) => Some(Journal::append_to(path).context("cannot keep a journal")?),
        None => None,
    };
    let template = match unit {
        Unit::Rounds => "{pos}/{len} rounds, {per_sec}, {left}",
        Unit::Games => "{pos}/{len} games, {per_sec}, {left}",
    };
    let bar = progress::bar(Some(count), template, args.quiet || table.interactive());
    let started = Instant::now();
    let stop = interrupt::flag()?;
    let progress = || bar.inc(1);
    let seats: &dyn Table = match &lucky {
        Some(lucky) => lucky,
        None => &*table,
    };
    let tally = play_match(seats, &options, journal.as_mut(), &stop, &progress)?;
    bar.finish_and_clear();
    let seconds = started.elapsed().as_secs_f64();
    let aivat = lucky.map(|lucky| LuckReport::of(&lucky.removed(&options), &options.agents));
    if args.json {
        println!("{}", serde_json::to_string(&MatchReport { aivat, ..MatchReport::of(&tally, seconds) })?);
    } else {
        print_table(&tally, seconds);
        if let Some(aivat) = aivat {
            aivat.print();
        }
    }
    if let Some(failure) = AgentSpec::take_failure(&args.agents) {
        return Err(failure.into());
    }
    Ok(if tally.is_complete() { ExitCode::SUCCESS } else { ExitCode::from(INTERRUPTED) })
}

/// The output of `--json`. `wins`, `win_rate` and similar fields are those of the first agent. They count
/// rounds or games, as `unit` says. `agents` has the results of all agents.
#[derive(Serialize)]
struct MatchReport<'a> {
    contest: &'a str,
    unit: Unit,
    seed: u64,
    complete: bool,
    rounds: u64,
    games: u64,
    wins: u64,
    draws: u64,
    win_rate: Option<f64>,
    half_width: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    confidence: f64,
    game_wins: u64,
    game_win_rate: Option<f64>,
    game_half_width: Option<f64>,
    penalties: u64,
    agents: Vec<Standing>,
    /// With `--aivat`: the results without luck.
    #[serde(skip_serializing_if = "Option::is_none")]
    aivat: Option<LuckReport>,
    seconds: f64,
}

impl MatchReport<'_> {
    fn of(tally: &Tally, seconds: f64) -> MatchReport<'_> {
        let agents = tally.standings();
        let first = agents.first();
        let rate = first.and_then(|first| first.win_rate);
        let game_rate = first.and_then(|first| first.game_win_rate);
        MatchReport {
            contest: &tally.contest,
            unit: tally.unit,
            seed: tally.seed,
            complete: tally.is_complete(),
            rounds: tally.rounds(),
            games: tally.games(),
            wins: first.map_or(0, |first| first.wins),
            draws: tally.draws(),
            win_rate: rate.map(|rate| rate.share),
            half_width: rate.map(|rate| rate.half_width),
            low: rate.map(|rate| rate.low),
            high: rate.map(|rate| rate.high),
            confidence: 0.95,
            game_wins: first.map_or(0, |first| first.game_wins),
            game_win_rate: game_rate.map(|rate| rate.share),
            game_half_width: game_rate.map(|rate| rate.half_width),
            penalties: tally.penalties(),
            seconds,
            agents,
            aivat: None,
        }
    }
}

fn print_table(tally: &Tally, seconds: f64) {
    let with_rounds = tally.unit == Unit::Rounds;
    let mut header = vec!["agent"];
    if with_rounds {
        header.extend(["rounds won", "share"]);
    }
    header.extend(["games won", "share", "penalties"]);
    let mut table = columns(header, 1..);
    let standings = tally.standings();
    for standing in &standings {
        let mut row = vec![standing.agent.clone()];
        if with_rounds {
            row.extend([standing.wins.to_string(), share(standing.win_rate)]);
        }
        row.extend([standing.game_wins.to_string(), share(standing.game_win_rate), standing.penalties.to_string()]);
        table.add_row(row);
    }
    println!("{table}");
    let rounds = if with_rounds { format!("{}, ", counted(tally.rounds(), "round")) } else { String::new() };
    println!("{rounds}{} in {seconds:.1} s; shares with 95 % confidence intervals", counted(tally.games(), "game"));
    if !tally.is_complete() {
        println!("the match ended early; what was not finished is not counted");
    }
}

fn share(estimate: Option<Estimate>) -> String {
    match estimate {
        Some(Estimate { share, low, high, .. }) => {
            format!("{:.1} % ({:.1} to {:.1})", 100.0 * share, 100.0 * low, 100.0 * high)
        }
        None => "-".to_owned(),
    }
}

#[cfg(test)]
#[path = "../../tests/unit/cli/match.rs"]
mod tests;
