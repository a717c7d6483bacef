//! The contests by name, and matches in this process.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use cardsharp::arena::{Estimate, MatchError, MatchOptions, Standing, Unit, play_match};
use cardsharp::contest::outside::ActionSpace;
use cardsharp::contest::{AgentError, AgentSpec, ContestCommands, Ending, GameResult, RoundResult, Setup, Table};
use cardsharp::contests as all;
use pyo3::prelude::*;

use crate::errors::{ArgumentError, CardsharpError};
use crate::{background, bot, observation};

/// The contest with this name.
///
/// # Errors
///
/// There is none.
pub fn by_name(name: &str) -> PyResult<&'static dyn ContestCommands> {
    all::by_name(name).ok_or_else(|| {
        let known: Vec<&str> = all::all().map(|contest| contest.name()).collect();
        ArgumentError::new_err(format!("there is no contest {name:?}: choose {}", known.join(", ")))
    })
}

/// The names of the contests.
#[pyfunction]
pub fn contests() -> Vec<&'static str> {
    all::all().map(|contest| contest.name()).collect()
}

/// The number of seats, and the names of all actions by number.
#[pyfunction]
pub fn describe_contest(contest: &str) -> PyResult<(usize, Vec<&'static str>)> {
    let contest = by_name(contest)?;
    Ok((contest.seats(), observation::names(space(contest)?)))
}

fn space(contest: &dyn ContestCommands) -> PyResult<&'static ActionSpace> {
    contest.action_space().ok_or_else(|| {
        let name = contest.name();
        ArgumentError::new_err(format!("{name} has no observations for bots of its own"))
    })
}

/// An estimate: share, lower and upper end of the interval.
type Shares = (f64, f64, f64);
/// Of an agent: name, units won, their share, games won, their share, mean points, moves, penalties.
type Row = (String, u64, Option<Shares>, u64, Option<Shares>, Option<f64>, u64, u64);
/// Rounds, games and draws, true if all was played, and the agents.
type Counts = (u64, u64, u64, bool, Vec<Row>);

/// Plays a match. The unit is rounds if `rounds` is given, else games. `report` is called several times a second with
/// the number of those played.
#[pyfunction]
#[pyo3(signature = (contest, agents, *, games, rounds, seed, threads, report))]
#[allow(clippy::too_many_arguments)] // The package's own call, by name.
pub fn play_games(
    py: Python<'_>,
    contest: &str,
    agents: Vec<Bound<'_, PyAny>>,
    games: u64,
    rounds: Option<u64>,
    seed: u64,
    threads: Option<NonZeroUsize>,
    report: Option<Bound<'_, PyAny>>,
) -> PyResult<Counts> {
    let contest = by_name(contest)?;
    let agents = agents.iter().map(bot::agent);
    let agents: Vec<AgentSpec> = agents.collect::<PyResult<_>>()?;
    let options = MatchOptions {
        contest: contest.name().to_owned(),
        agents: agents.iter().map(|agent| agent.name().to_owned()).collect(),
        unit: rounds.map_or(Unit::Games, |_| Unit::Rounds),
        count: rounds.unwrap_or(games),
        seed,
        threads,
        records: false,
    };
    let (stop, played) = (Arc::new(AtomicBool::new(false)), Arc::new(Mutex::new(0)));
    let look = |_: Python<'_>| match &report {
        Some(report) => report.call1((*locked(&played),)).map(drop),
        None => Ok(()),
    };
    let (flag, count, seated) = (stop.clone(), played.clone(), agents.clone());
    let counts = background::run(py, &stop, look, move || play(contest, &seated, &options, &flag, &count))?;
    bot::raise_failure(py, &agents)?;
    Ok(counts?)
}

/// The reason why a match was not played.
enum Failure {
    Agent(AgentError),
    Person,
    Match(MatchError),
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> PyErr {
        match failure {
            Failure::Agent(error) => ArgumentError::new_err(error.to_string()),
            Failure::Person => ArgumentError::new_err("human plays at the command line: cardsharp match"),
            Failure::Match(error) => CardsharpError::new_err(error.to_string()),
        }
    }
}

fn play(
    contest: &dyn ContestCommands,
    agents: &[AgentSpec],
    options: &MatchOptions,
    stop: &AtomicBool,
    played: &Mutex<u64>,
) -> Result<Counts, Failure> {
    let table = WithPoints {
        table: contest.table(agents).map_err(Failure::Agent)?,
        sums: Mutex::new((0, vec![0.0; agents.len()])),
        over: AtomicBool::new(false),
    };
    if table.interactive() {
        return Err(Failure::Person);
    }
    let progress = || {
        *locked(played) += 1;
        // The games of a batch that has lost an agent cannot count.
        if table.over.load(Ordering::Relaxed) {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let tally = play_match(&table, options, None, stop, &progress).map_err(Failure::Match)?;
    let (games, sums) = &*locked(&table.sums);
    let mean = |sum: &f64| (*games > 0).then(|| sum / *games as f64);
    let standings = tally.standings().into_iter().zip(sums);
    let rows = standings.map(|(standing, sum)| row(standing, mean(sum)));
    Ok((tally.rounds(), tally.games(), tally.draws(), tally.is_complete(), rows.collect()))
}

fn row(standing: Standing, points: Option<f64>) -> Row {
    let shares = |estimate: Estimate| (estimate.share, estimate.low, estimate.high);
    (
        standing.agent,
        standing.wins,
        standing.win_rate.map(shares),
        standing.game_wins,
        standing.game_win_rate.map(shares),
        points,
        standing.moves,
        standing.penalties,
    )
}

fn locked<T>(value: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A table that sums the points of the games that were completed.
struct WithPoints {
    table: Box<dyn Table>,
    /// The number of games, and the sum of the points of each agent.
    sums: Mutex<(u64, Vec<f64>)>,
    /// True once an agent has left.
    over: AtomicBool,
}

impl WithPoints {
    fn add(&self, game: &GameResult) {
        if game.ending == Ending::Abandoned {
            self.over.store(true, Ordering::Relaxed);
            return;
        }
        let (games, sums) = &mut *locked(&self.sums);
        *games += 1;
        for (sum, points) in sums.iter_mut().zip(&game.points) {
            *sum += points;
        }
    }
}

impl Table for WithPoints {
    fn interactive(&self) -> bool {
        self.table.interactive()
    }

    fn play_game(&self, setup: Setup) -> GameResult {
        let game = self.table.play_game(setup);
        self.add(&game);
        game
    }

    fn play_round(&self, setup: Setup) -> RoundResult {
        let round = self.table.play_round(setup);
        round.games.iter().for_each(|game| self.add(game));
        round
    }
}
