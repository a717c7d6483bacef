//! Regret rules and averaging rules that are written in Python.

use cardsharp::explicit::{Solved as Found, default_limits};
use cardsharp_solvers::cfr::{OwnCfr, OwnRule, OwnRuleError, OwnRunError};
use cardsharp_solvers::game::Player;
use cardsharp_solvers::run::Limits;
use cardsharp_solvers::until::Until;
use numpy::{PyArray1, PyReadonlyArray1, ToPyArray};
use pyo3::prelude::*;

use crate::errors::{self, ArgumentError, CardsharpError};
use crate::game::{Game, method_of};
use crate::progress;
use crate::solution::{Answer, Solved};
use crate::solve::limits;

/// The preset for which a game is compiled: any of the CFR family.
const COMPILED_FOR: &str = "cfr";

/// An object with the methods `learn` and `weight`.
struct PythonRule {
    rule: Py<PyAny>,
    /// The information set of each cell, by player.
    infosets: Vec<Py<PyArray1<u32>>>,
}

impl OwnRule for PythonRule {
    type Error = PyErr;

    fn learn(&mut self, iteration: u64, player: Player, gains: &[f64], numbers: &mut [f64]) -> PyResult<()> {
        Python::attach(|py| {
            let infosets = self.infosets[player.index()].bind(py);
            let gains = gains.to_pyarray(py);
            let found = self.rule.bind(py).call_method1("learn", (iteration, player.index(), gains, infosets))?;
            let wrong = || {
                let wanted = format!("learn must return a NumPy array of {} numbers of type float64", numbers.len());
                ArgumentError::new_err(wanted)
            };
            let found: PyReadonlyArray1<'_, f64> = found.extract().map_err(|_| wrong())?;
            let found = found.as_slice().ok().filter(|found| found.len() == numbers.len()).ok_or_else(wrong)?;
            numbers.copy_from_slice(found);
            Ok(())
        })
    }

    fn weight(&mut self, iteration: u64) -> PyResult<f64> {
        Python::attach(|py| self.rule.bind(py).call_method1("weight", (iteration,))?.extract())
    }
}

/// Solves a game by a rule. The callback is that of [`crate::solve::solve`].
#[pyfunction]
#[pyo3(signature = (game, rule, *, target, time, iterations, max_memory, report))]
#[allow(clippy::too_many_arguments)] // The package's own call, by name.
pub fn solve_by(
    py: Python<'_>,
    game: &Game,
    rule: Py<PyAny>,
    target: Option<f64>,
    time: Option<f64>,
    iterations: Option<u64>,
    max_memory: u64,
    report: Option<Bound<'_, PyAny>>,
) -> PyResult<Solved> {
    let opened = game.opened().clone();
    let tree = opened.tree(method_of(COMPILED_FOR)?, max_memory).map_err(|error| errors::refusal(&error))?;
    let limits = limits(target, time, iterations)?.or_else(|| default_limits(opened.game().game(), &tree));
    let players = (0..tree.players()).map(|player| Player::new(player as u8));
    let infosets = players.map(|player| OwnCfr::infosets(&tree, player).to_pyarray(py).unbind());
    let mut rule = PythonRule { rule, infosets: infosets.collect() };
    let (answer, curve) = progress::run(py, report.as_ref(), move |stop, mut observed| {
        let solved = OwnCfr::new(&tree).run_with(&mut rule, until(limits), stop, &mut observed).map_err(failure)?;
        let plan = solved.plan(&tree);
        let (found, progress, reason) = (solved.measure().clone(), solved.progress(), solved.stop_reason());
        let seconds = progress.map_or(0.0, |progress| progress.seconds);
        let solved = Found { found, plan, progress, reason, seconds, cpu_seconds: None, coarse_gap: None };
        Ok(Answer { opened, tree, solved, seed: 0 })
    })?;
    Ok(Solved::new(answer, curve))
}

fn until(limits: Limits) -> Until<'static> {
    let mut until = Until::iterations(limits.iterations.unwrap_or(u64::MAX));
    if let Some(target) = limits.target {
        until = until.or_nash_conv(target);
    }
    if let Some(time) = limits.time {
        until = until.or_time(time);
    }
    until
}

fn failure<O: std::fmt::Display>(error: OwnRunError<PyErr, O>) -> PyErr {
    match error {
        OwnRunError::Rule(OwnRuleError::Rule(raised)) => raised,
        OwnRunError::Rule(wrong) => ArgumentError::new_err(wrong.to_string()),
        OwnRunError::Observer(error) => CardsharpError::new_err(error.to_string()),
    }
}
