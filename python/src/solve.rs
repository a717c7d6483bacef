//! The run of a solver.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use cardsharp::commands::{memory as limits_of_memory, threads};
use cardsharp::explicit::{self, Method, Refusal, SolveError, Task, default_limits};
use cardsharp_solvers::run::{Limits, MeasurePoints};
use pyo3::prelude::*;

use crate::errors::{self, ArgumentError, CardsharpError};
use crate::game::{Game, Opened, method_of};
use crate::progress::{self, Watched};
use crate::solution::{Answer, Solved};

/// The default limit of memory in bytes, as on the command line.
const MAX_MEMORY: u64 = 20 << 30;

/// The name and the summary of every solver.
#[pyfunction]
pub fn solvers() -> Vec<(&'static str, &'static str)> {
    Method::all().collect()
}

/// Bytes of memory: of a text such as `12GiB`, or the default limit.
#[pyfunction]
#[pyo3(signature = (text=None))]
pub fn memory(text: Option<&str>) -> PyResult<u64> {
    match text {
        Some(text) => limits_of_memory::amount(text)
            .map_err(|error| ArgumentError::new_err(format!("max_memory {text}: {error}"))),
        None => Ok(limits_of_memory::or_default(None, MAX_MEMORY)),
    }
}

/// The settings of a solve.
struct Request {
    opened: Arc<Opened>,
    method: Method,
    limits: Limits,
    threads: Option<NonZeroUsize>,
    seed: u64,
    max_memory: u64,
}

/// The reason that a solve has no answer.
enum Failure {
    Refused(Refusal),
    Solver(SolveError),
    Threads(anyhow::Error),
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> PyErr {
        match failure {
            Failure::Refused(error) => errors::refusal(&error),
            Failure::Solver(error) => errors::solve(&error),
            Failure::Threads(error) => CardsharpError::new_err(format!("{error:#}")),
        }
    }
}

/// Solves a game. The callback `report` is called several times a second; the solve stops when it returns
/// something true.
#[pyfunction]
#[pyo3(signature = (game, solver, *, target, time, iterations, threads, seed, max_memory, report))]
#[allow(clippy::too_many_arguments)] // The package's own call, by name.
pub fn solve(
    py: Python<'_>,
    game: &Game,
    solver: &str,
    target: Option<f64>,
    time: Option<f64>,
    iterations: Option<u64>,
    threads: Option<NonZeroUsize>,
    seed: u64,
    max_memory: u64,
    report: Option<Bound<'_, PyAny>>,
) -> PyResult<Solved> {
    let method = method_of(solver)?;
    let request = Request {
        opened: game.opened().clone(),
        method,
        limits: limits(target, time, iterations)?,
        threads,
        seed,
        max_memory,
    };
    let work = move |stop: &AtomicBool, observed| Ok(request.solve(stop, observed)?);
    let (answer, curve) = progress::run(py, report.as_ref(), work)?;
    Ok(Solved::new(answer, curve))
}

/// The stopping conditions; the time is in seconds.
pub fn limits(target: Option<f64>, time: Option<f64>, iterations: Option<u64>) -> PyResult<Limits> {
    let time = time.map(Duration::try_from_secs_f64).transpose();
    Ok(Limits { target, time: time.map_err(|error| ArgumentError::new_err(format!("time: {error}")))?, iterations })
}

impl Request {
    fn solve(self, stop: &AtomicBool, mut observer: Watched) -> Result<Answer, Failure> {
        let tree = self.opened.tree(self.method, self.max_memory);
        let tree = tree.map_err(Failure::Refused)?;
        let game = self.opened.game().game();
        let task = Task {
            method: self.method,
            limits: self.limits.or_else(|| default_limits(game, &tree)),
            measure: MeasurePoints::growing(1.2),
            seed: self.seed,
            max_memory: self.max_memory,
            joint_play: false,
        };
        let pool = threads::pool(threads::count(self.threads)).map_err(Failure::Threads)?;
        let solved = pool.install(|| explicit::solve(game, &tree, &task, stop, &mut observer, None));
        let solved = solved.map_err(Failure::Solver)?;
        Ok(Answer { opened: self.opened, tree, solved, seed: self.seed })
    }
}
