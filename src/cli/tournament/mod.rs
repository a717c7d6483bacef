//! `cardsharp tournament`: matches of many agents in this process, places and ratings.

mod empirical_game;
mod report;

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};

use self::report::{draw, print_table, to_json};
use super::candidates;
use super::contest::by_name;
use super::luck;
use crate::contests;
use cardsharp_arena::tournament::{
    Format, MAX_MATCHES, MAX_UNITS, PlayPlan, SequentialTest, Settings, Standings, TournamentProgress, join, matches,
    play_tournament,
};
use cardsharp_arena::{Entry, Interval, Journal, Moments, RecordedLuck, Unit, numbered};
use cardsharp_commands::ContestCommands;
use cardsharp_commands::interrupt::{self, INTERRUPTED};
use cardsharp_commands::{progress, quantities};
use cardsharp_game::outside::OnFailure;
use cardsharp_game::shard::Shard;
use cardsharp_game::{AgentSpec, BadUsage};
use cardsharp_plots::picture::check_name;
use cardsharp_policy::report::claim::{Lock, claim};
use cardsharp_terminal::counted::counted;
use cardsharp_terminal::{eprintln, println};

/// The default number of rounds of a match.
const DEFAULT_ROUNDS: u64 = 10;

/// Play a tournament between agents in this process: places, shares with 95 % intervals, ratings, and who beat
/// whom. Every deal is played once with each rotation of the seats.
///
/// The journal is the truth: everything else is derived from it. A tournament that was interrupted or killed goes on
/// with --resume.
#[derive(Args)]
#[command(after_help = "\
Examples:
  cardsharp tournament challenge greedy greedy-challenge expert --rounds 20
  cardsharp tournament tricky-eights card-counter memoryless search random search --format swiss --games 100
  cardsharp tournament challenge expert data/challenge/all-scores.policy --games 20000 \\
      --stop-when 'data/challenge/all-scores.policy>expert'
  cardsharp tournament dead-mans-draw expert threshold one-card --journal arena.jsonl
  cardsharp tournament --resume arena.jsonl --picture arena.svg
  cardsharp tournament challenge greedy expert --games 1000 --journal 1.jsonl --shard 1/2
  cardsharp tournament challenge greedy expert --games 1000 --journal 2.jsonl --shard 2/2
  cardsharp tournament --join 1.jsonl 2.jsonl --journal arena.jsonl

Formats: round-robin: every table of agents meets once. gauntlet: the first agent meets the others. \
swiss: those meet who have about the same number of points. single-elimination: who loses a match is out; at a \
table of four the better two go on. double-elimination: who loses two matches is out.

Agents are seeded in the order in which they are given, or by the places of an earlier tournament (--seeding).")]
pub struct TournamentArguments {
    /// The contest.
    #[arg(value_parser = by_name, add = candidates::contests(), required_unless_present_any = ["resume", "join"])]
    contest: Option<&'static dyn ContestCommands>,
    /// The agents: names of the contest's ladder or policy files, with options as name:key=value,key=value.
    #[arg(num_args = 1.., add = candidates::agents(), required_unless_present_any = ["resume", "join"])]
    agents: Vec<AgentSpec>,
    /// Who meets whom.
    #[arg(long, value_enum, default_value_t = FormatName::RoundRobin)]
    format: FormatName,
    /// Stages of the Swiss system [default: the binary logarithm of the number of agents, rounded up].
    #[arg(long)]
    stages: Option<NonZeroUsize>,
    /// Rounds of a match [default: 10].
    #[arg(long, conflicts_with = "games")]
    rounds: Option<NonZeroU64>,
    /// Single games of a match instead of rounds.
    #[arg(long)]
    games: Option<NonZeroU64>,
    /// Seed of the deals and of the agents' own chance.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Seed the agents by their places in the tournament of this journal; those who were not in it come last.
    #[arg(long, value_name = "JOURNAL")]
    seeding: Option<PathBuf>,
    /// Stop as soon as a sequential test says if A is better than B. A and B are agents as they are given.
    #[arg(long, value_name = "A>B")]
    stop_when: Option<String>,
    /// With --stop-when: the difference of ratings at which the two are as good as equal, and the one that matters.
    #[arg(long, value_name = "LOW,HIGH", default_value = "0,10", value_parser = elo_bounds)]
    elo: [f64; 2],
    /// With --stop-when: the greatest probability of a false decision.
    #[arg(long, default_value_t = 0.05, value_parser = error_probability)]
    error: f64,
    /// Threads to play on [default: all cores]; the results do not depend on it.
    #[arg(long, value_parser = quantities::threads)]
    threads: Option<NonZeroUsize>,
    /// Write every result to this file, as JSON Lines.
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Write every game's moves into the journal too.
    #[arg(long, requires = "journal")]
    records: bool,
    /// Go on with the tournament of this journal.
    #[arg(
        long,
        value_name = "JOURNAL",
        conflicts_with_all = ["contest", "agents", "format", "stages", "rounds", "games", "seed", "seeding", "stop_when", "elo", "error", "journal", "records"]
    )]
    resume: Option<PathBuf>,
    /// Play one of so many parts of the rounds and games. The journals of all parts are put together by --join.
    #[arg(long, value_name = "I/N", conflicts_with_all = ["stop_when", "picture"])]
    shard: Option<Shard>,
    /// Put the journals of all parts together, in the order of the parts.
    #[arg(
        long,
        value_name = "JOURNAL",
        num_args = 1..,
        conflicts_with_all = ["contest", "agents", "format", "stages", "rounds", "games", "seed", "seeding", "stop_when", "elo", "error", "records", "resume", "shard", "threads"]
    )]
    join: Vec<PathBuf>,
    /// Draw the cross table to this file.
    #[arg(long, value_name = "FILE.svg")]
    picture: Option<PathBuf>,
    /// Remove the luck of deals and of known decisions from the results, by AIVAT, with this policy as the baseline of
    /// agents whose probabilities are not known. It needs the moves in the journal (--records).
    #[arg(long, value_name = "POLICY", add = cardsharp_commands::candidates::policies(), conflicts_with = "shard")]
    aivat: Option<PathBuf>,
    /// Print one JSON object on standard output.
    #[arg(long)]
    json: bool,
    /// Say nothing of the progress.
    #[arg(long)]
    quiet: bool,
}

/// The forms of a tournament by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FormatName {
    RoundRobin,
    Gauntlet,
    Swiss,
    SingleElimination,
    DoubleElimination,
}

/// The two differences of ratings of a sequential test, which may be negative.
fn elo_bounds(text: &str) -> Result<[f64; 2], String> {
    let number = |text: &str| text.trim().parse::<f64>().ok();
    let numbers = text.split_once(',');
    match numbers.map(|(low, high)| (number(low), number(high))) {
        Some((Some(low), Some(high))) if low < high && low.abs() <= 1000.0 && high.abs() <= 1000.0 => Ok([low, high]),
        _ => Err("two numbers LOW,HIGH from -1000 to 1000, the lower one first".to_owned()),
    }
}

fn error_probability(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(error) if error > 0.0 && error < 0.5 => Ok(error),
        _ => Err("a probability between 0 and 0.5".to_owned()),
    }
}

/// Runs the command.
///
/// # Errors
///
/// An agent cannot be created, the journal cannot be read or written, or the threads cannot be started.
pub fn run(arguments: &TournamentArguments) -> anyhow::Result<ExitCode> {
    if let Some(picture) = &arguments.picture {
        check_name(picture)?;
    }
    let begins = arguments.resume.is_none() && arguments.join.is_empty();
    if arguments.aivat.is_some() && begins && !arguments.records {
        bail!(BadUsage::new("--aivat needs the moves of all games: add --journal FILE --records"));
    }
    if !arguments.join.is_empty() {
        return join_journals(arguments);
    }
    let (mut tournament, mut journal, _lock) = open(arguments)?;
    let shard = arguments.shard.unwrap_or(Shard::WHOLE);
    let contest = contests::all()
        .find(|contest| contest.name() == tournament.settings.contest)
        .with_context(|| format!("there is no contest {}", tournament.settings.contest))?;
    let specs = tournament.settings.agents.iter().map(|text| text.parse());
    let specs: Vec<AgentSpec> = specs.collect::<Result<_, _>>()?;
    // An agent that crashes loses the game, and the event goes on.
    let specs: Vec<AgentSpec> = specs.into_iter().map(|spec| spec.on_failure(OnFailure::Forfeit)).collect();
    let table = |agents: &[usize]| {
        let specs: Vec<_> = agents.iter().map(|&agent| specs[agent].clone()).collect();
        contest.table(&specs)
    };
    // An agent that cannot be loaded is better refused before the others have played.
    for agent in 0..specs.len() {
        if table(&vec![agent; contest.seats()])?.interactive() {
            bail!(BadUsage::new("a person cannot play in a tournament: use `match`"));
        }
    }
    if !tournament.damaged.is_empty() && !arguments.quiet {
        let lines: Vec<_> = tournament.damaged.iter().map(usize::to_string).collect();
        eprintln!("cardsharp: the journal's lines {} are damaged; what they held is played again", lines.join(", "));
    }
    let settings = &tournament.settings;
    let template = match settings.unit {
        Unit::Rounds => "{pos}/{len} rounds, {per_sec}, {left}",
        Unit::Games => "{pos}/{len} games, {per_sec}, {left}",
    };
    let all = matches(settings.format, settings.agents.len(), settings.seats);
    let all = all.map(|matches| {
        let run = shard.run_of(matches as u64 * settings.count);
        run.end - run.start
    });
    let played = tournament.units_played();
    let bar = progress::resumed_bar(played, all, template, arguments.quiet);
    let started = Instant::now();
    let stop = interrupt::flag()?;
    let plan = PlayPlan { table: &table, threads: arguments.threads, shard, stop: &stop, progress: &|| bar.inc(1) };
    play_tournament(&mut tournament, journal.as_mut(), &plan)?;
    bar.finish_and_clear();
    let seconds = started.elapsed().as_secs_f64();
    let left = match arguments.shard {
        Some(shard) => {
            let left = tournament.left_of(shard);
            report_shard(arguments, shard, &tournament, left, seconds);
            left
        }
        None => {
            report_standings(arguments, &tournament, seconds)?;
            u64::from(!tournament.is_complete())
        }
    };
    report_failures(&specs);
    Ok(match left {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::from(INTERRUPTED),
    })
}

/// Says how often each agent has failed, and how the first time.
fn report_failures(agents: &[AgentSpec]) {
    for outside in agents.iter().filter_map(AgentSpec::implementation) {
        if let Some(failure) = outside.take_failure() {
            let times = counted(outside.failures(), "failure");
            eprintln!("{times}, each of which lost a game; the first: {failure}");
        }
    }
}

fn report_standings(
    arguments: &TournamentArguments,
    tournament: &TournamentProgress,
    seconds: f64,
) -> anyhow::Result<()> {
    let standings = Standings::of(tournament);
    let removed = luck_removed(arguments, tournament)?;
    if let Some(picture) = &arguments.picture {
        draw(picture, tournament, &standings)?;
    }
    if arguments.json {
        println!("{}", to_json(tournament, &standings, removed.as_deref(), seconds)?);
    } else {
        print_table(tournament, &standings, removed.as_deref(), seconds);
    }
    Ok(())
}

/// The share of games of each agent without luck, in the order of the settings; `None` unless it is asked for.
fn luck_removed(
    arguments: &TournamentArguments,
    tournament: &TournamentProgress,
) -> anyhow::Result<Option<Vec<Option<Interval>>>> {
    let Some(policy) = &arguments.aivat else {
        return Ok(None);
    };
    let path = arguments.resume.as_ref().or(arguments.journal.as_ref());
    let path = path.context(BadUsage::new("--aivat reads the moves from a journal: add --journal FILE"))?;
    let settings = &tournament.settings;
    if !settings.records {
        let path = path.display();
        bail!(BadUsage::new(format!("--aivat: {path} has no moves of games, which --records would have written")));
    }
    let contest = contests::by_name(&settings.contest);
    let contest = contest.with_context(|| format!("there is no contest {}", settings.contest))?;
    let matches = RecordedLuck::read(path, |agents| luck::finder(contest, policy, agents))?;
    let mut sums = vec![Moments::none(1); settings.agents.len()];
    for mut one in matches {
        let Some(pairing) = one.number.and_then(|number| tournament.matches.get(number)).map(|one| &one.pairing) else {
            continue;
        };
        let removed = one.removed().sums.removed;
        for (index, &agent) in pairing.agents.iter().enumerate() {
            sums[agent].add_all(&removed, &[index]);
        }
    }
    Ok(Some(sums.iter().map(|sum| Interval::of(sum, 0)).collect()))
}

/// Places follow from all parts, so that one part has none.
fn report_shard(
    arguments: &TournamentArguments,
    shard: Shard,
    tournament: &TournamentProgress,
    left: u64,
    seconds: f64,
) {
    let (shard, played) = (shard.to_string(), tournament.units_played());
    if arguments.json {
        println!("{}", serde_json::json!({"shard": shard, "played": played, "left": left, "seconds": seconds}));
    } else {
        println!("shard {shard}: {played} played, {left} left, {seconds:.1} s");
    }
}

/// Returns an error if a part is asked for of a tournament that cannot be played in parts.
fn check_shard(arguments: &TournamentArguments, settings: &Settings) -> anyhow::Result<()> {
    if arguments.shard.is_none() {
        return Ok(());
    }
    if !matches!(settings.format, Format::RoundRobin | Format::Gauntlet) {
        bail!(BadUsage::new(format!(
            "--shard: the matches of {} follow from results; parts need round-robin or gauntlet",
            settings.format.name()
        )));
    }
    let has_journal = arguments.journal.is_some() || arguments.resume.is_some();
    if settings.stop_when.is_some() || !has_journal {
        bail!(BadUsage::new("--shard needs --journal FILE, and no --stop-when"));
    }
    Ok(())
}

/// The tournament of the journals of all parts.
fn join_journals(arguments: &TournamentArguments) -> anyhow::Result<ExitCode> {
    let path = arguments.journal.as_slice();
    let _lock = claim(path, false)?;
    let mut journal =
        path.first().map(|path| Journal::append_to(path).context("cannot keep the journal")).transpose()?;
    let tournament = join(&arguments.join, &mut |entries| match &mut journal {
        Some(journal) => journal.append(entries),
        None => Ok(()),
    })?;
    report_standings(arguments, &tournament, 0.0)?;
    Ok(ExitCode::SUCCESS)
}

/// The tournament that is asked for, its journal if there is one, and the lock of the journal.
fn open(arguments: &TournamentArguments) -> anyhow::Result<(TournamentProgress, Option<Journal>, Vec<Lock>)> {
    if let Some(path) = &arguments.resume {
        let lock = Lock::on(path)?;
        let tournament = TournamentProgress::read(path).context("cannot go on")?;
        check_shard(arguments, &tournament.settings)?;
        let journal = Journal::append_to(path).context("cannot keep the journal")?;
        return Ok((tournament, Some(journal), vec![lock]));
    }
    let settings = settings(arguments)?;
    check_shard(arguments, &settings)?;
    let Some(path) = &arguments.journal else {
        return Ok((TournamentProgress::new(settings), None, Vec::new()));
    };
    let lock =
        claim(std::slice::from_ref(path), false).context("a tournament that has begun goes on with --resume FILE")?;
    let mut journal = Journal::append_to(path).context("cannot keep the journal")?;
    journal.append(&[Entry::Tournament(settings.clone())])?;
    Ok((TournamentProgress::new(settings), Some(journal), lock))
}

fn settings(arguments: &TournamentArguments) -> anyhow::Result<Settings> {
    // The command line asks for it where no journal is gone on with.
    let contest = arguments.contest.context("no contest")?;
    let seats = contest.seats();
    let mut agents: Vec<String> = arguments.agents.iter().map(AgentSpec::to_string).collect();
    if let Some(path) = &arguments.seeding {
        seed(&mut agents, path)?;
    }
    if agents.len() < seats {
        bail!(BadUsage::new(format!(
            "{} is played by {seats} agents at a table, and only {} are given",
            contest.name(),
            agents.len()
        )));
    }
    let format = match arguments.format {
        FormatName::RoundRobin => Format::RoundRobin,
        FormatName::Gauntlet => Format::Gauntlet,
        FormatName::Swiss => Format::Swiss {
            stages: arguments
                .stages
                .map_or_else(|| agents.len().next_power_of_two().ilog2() as usize, NonZeroUsize::get),
        },
        FormatName::SingleElimination => Format::SingleElimination,
        FormatName::DoubleElimination => Format::DoubleElimination,
    };
    if arguments.stages.is_some() && arguments.format != FormatName::Swiss {
        bail!(BadUsage::new("--stages belongs to --format swiss"));
    }
    if format == Format::DoubleElimination && seats > 2 {
        bail!(BadUsage::new(format!(
            "a double elimination needs matches of two, and {} is played by {seats}: use single-elimination",
            contest.name()
        )));
    }
    let (unit, count) = match arguments.games {
        Some(games) => (Unit::Games, games.get()),
        None => (Unit::Rounds, arguments.rounds.map_or(DEFAULT_ROUNDS, NonZeroU64::get)),
    };
    let settings = Settings {
        contest: contest.name().to_owned(),
        stop_when: sequential_test(arguments, &agents)?,
        agents,
        seats,
        format,
        unit,
        count,
        seed: arguments.seed,
        records: arguments.records,
    };
    if !settings.is_small() {
        bail!(BadUsage::new(format!(
            "a tournament begins with {MAX_MATCHES} matches and {MAX_UNITS} rounds or games at most: name fewer agents, or \
             choose --format swiss or shorter matches"
        )));
    }
    Ok(settings)
}

/// Orders agents by their places in another tournament.
fn seed(agents: &mut [String], path: &Path) -> anyhow::Result<()> {
    let earlier = TournamentProgress::read(path).context("cannot seed the agents")?;
    let standings = Standings::of(&earlier);
    // Equal agents have numbers there.
    let place = |agent: &String| {
        let mut names = standings.agents.iter();
        names.position(|standing| standing.agent == *agent)
    };
    let mut numbered: Vec<(String, &mut String)> = numbered(agents).into_iter().zip(agents.iter_mut()).collect();
    numbered.sort_by_key(|(agent, _)| place(agent).unwrap_or(usize::MAX));
    let seeded: Vec<String> = numbered.into_iter().map(|(_, agent)| std::mem::take(agent)).collect();
    agents.clone_from_slice(&seeded);
    Ok(())
}

fn sequential_test(arguments: &TournamentArguments, agents: &[String]) -> anyhow::Result<Option<SequentialTest>> {
    let Some(text) = &arguments.stop_when else {
        return Ok(None);
    };
    let names = numbered(agents);
    let find = |name: &str| {
        let found = names.iter().position(|agent| agent == name.trim());
        found.ok_or_else(|| {
            BadUsage::new(format!("--stop-when: `{}` is none of the agents: {}", name.trim(), names.join(", ")))
        })
    };
    let Some((better, worse)) = text.split_once('>') else {
        bail!(BadUsage::new("--stop-when takes two agents as A>B, in quotes"));
    };
    let (better, worse) = (find(better)?, find(worse)?);
    if better == worse {
        bail!(BadUsage::new("--stop-when compares an agent with another one"));
    }
    Ok(Some(SequentialTest { better, worse, elo: arguments.elo, error: arguments.error }))
}

#[cfg(test)]
#[path = "../../../tests/unit/cli/tournament/mod.rs"]
mod tests;
