//! The answer of a solver.

use std::fmt::Display;
use std::path::PathBuf;
use std::sync::Arc;

use cardsharp::explicit::{self, FINGERPRINT, UNIT};
use cardsharp::policy::container::{Header, Kind, Measured};
use cardsharp_solvers::run::{Progress, StopReason};
use cardsharp_solvers::tree::Tree;
use numpy::{PyArray1, PyReadonlyArray1, ToPyArray};
use pyo3::prelude::*;
use serde::{Deserialize, Serialize};

use crate::game::{Game, Opened};
use crate::saved_game::save_beside;
use crate::strategy::{RowArrays, Rows};
use crate::{background, errors};

/// A solution, and the game that it is of.
pub struct Answer {
    /// The game.
    pub opened: Arc<Opened>,
    /// The compiled game.
    pub tree: Arc<Tree>,
    /// The solution.
    pub solved: explicit::Solved,
    /// The seed of the sampling.
    pub seed: u64,
}

/// The answer of a solver.
#[pyclass(frozen, module = "cardsharp_cfr._native")]
pub struct Solved {
    answer: Arc<Answer>,
    curve: Vec<Progress>,
    /// The strategy of a restored solution, of which the realization plan would round the last bits.
    rows: Option<Arc<Rows>>,
}

impl Solved {
    /// The answer with the measures on the way to it.
    pub fn new(answer: Answer, curve: Vec<Progress>) -> Solved {
        Solved { answer: Arc::new(answer), curve, rows: None }
    }
}

/// The run of a solution: its progress and stop reason, the seconds of solving, the seed, and the measures.
#[derive(Serialize, Deserialize)]
struct Run(Option<Progress>, Option<StopReason>, f64, u64, Vec<Progress>);

fn senseless(error: impl Display) -> PyErr {
    errors::ArgumentError::new_err(format!("this is no pickled solution: {error}"))
}

/// The columns of a curve: iteration, seconds, nodes, NashConv.
type Curve<'py> =
    (Bound<'py, PyArray1<u64>>, Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<u64>>, Bound<'py, PyArray1<f64>>);

#[pymethods]
impl Solved {
    /// The expected utility of each player.
    #[getter]
    fn values(&self) -> Vec<f64> {
        self.answer.solved.found.values.clone()
    }

    /// The expected utility of each player with a best response.
    #[getter]
    fn best_responses(&self) -> Vec<f64> {
        self.answer.solved.found.best_responses.clone()
    }

    /// NashConv in units of utility.
    #[getter]
    fn nash_conv(&self) -> f64 {
        self.answer.solved.found.nash_conv()
    }

    /// The number of iterations; `None` for the linear program.
    #[getter]
    fn iterations(&self) -> Option<u64> {
        let progress = self.answer.solved.progress;
        progress.map(|progress| progress.iterations)
    }

    /// Seconds of solving, without measuring.
    #[getter]
    fn seconds(&self) -> f64 {
        self.answer.solved.seconds
    }

    /// The stop reason; `None` for the linear program.
    #[getter]
    fn stop_reason(&self) -> Option<&'static str> {
        self.answer.solved.reason.map(|reason| match reason {
            StopReason::Time => "time",
            StopReason::Iterations => "iterations",
            StopReason::Target => "target",
            StopReason::Interrupted => "interrupted",
        })
    }

    /// The measures.
    fn curve<'py>(&self, py: Python<'py>) -> Curve<'py> {
        let column = |of: &dyn Fn(&Progress) -> u64| -> Vec<u64> { self.curve.iter().map(of).collect() };
        let figures = |of: &dyn Fn(&Progress) -> f64| -> Vec<f64> { self.curve.iter().map(of).collect() };
        (
            column(&|at| at.iterations).to_pyarray(py),
            figures(&|at| at.seconds).to_pyarray(py),
            column(&|at| at.nodes).to_pyarray(py),
            figures(&|at| at.nash_conv.unwrap_or(f64::NAN)).to_pyarray(py),
        )
    }

    /// The strategy as arrays, in the order of the compiled game.
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<RowArrays<'py>> {
        if let Some(rows) = &self.rows {
            return Ok(rows.to_arrays(py));
        }
        let answer = self.answer.clone();
        let rows = background::run_whole(py, move || Rows::of(&answer.tree, &answer.solved.plan))?;
        Ok(rows.to_arrays(py))
    }

    /// The run as a text for [`Solved::restored`]: all but the strategy.
    fn run(&self) -> PyResult<String> {
        let solved = &self.answer.solved;
        let run = Run(solved.progress, solved.reason, solved.seconds, self.answer.seed, self.curve.clone());
        serde_json::to_string(&run).map_err(senseless)
    }

    /// The solution of `game` with this strategy, and with the run that [`Solved::run`] returned. The strategy is
    /// measured again.
    #[staticmethod]
    fn restored(
        py: Python<'_>,
        game: &Game,
        keys: PyReadonlyArray1<'_, u64>,
        starts: PyReadonlyArray1<'_, i64>,
        probabilities: PyReadonlyArray1<'_, f64>,
        run: &str,
    ) -> PyResult<Solved> {
        let rows = Arc::new(Rows::from_arrays(&keys, &starts, &probabilities)?);
        let Run(progress, reason, seconds, seed, curve) = serde_json::from_str(run).map_err(senseless)?;
        let (opened, tree) = (game.opened().clone(), game.compiled(py)?);
        let kept = rows.clone();
        let answer = background::run_whole(py, move || {
            let plan = kept.plan(&tree)?;
            let solved = explicit::Solved {
                found: plan.exploitability(&tree),
                plan,
                progress,
                reason,
                seconds,
                cpu_seconds: None,
                coarse_gap: None,
            };
            Ok(Answer { opened, tree, solved, seed })
        })?;
        let answer = answer.map_err(|key: u64| senseless(format!("no row of the information set {key}")))?;
        Ok(Solved { rows: Some(rows), ..Solved::new(answer, curve) })
    }

    /// Writes the policy file that the command `train` writes. `solver` is the name of the solver. A game
    /// without a name is written beside it.
    fn save(&self, py: Python<'_>, path: PathBuf, solver: String) -> PyResult<()> {
        let answer = &self.answer;
        let game = answer.opened.game();
        let beside = if game.has_reopening_name() {
            None
        } else {
            let (path, answer) = (path.clone(), answer.clone());
            let saved = background::run_whole(py, move || {
                let rows = Rows::of(&answer.tree, &answer.solved.plan);
                save_beside(&path, answer.opened.game(), rows)
            })?;
            Some(saved.map_err(errors::FileError::new_err)?)
        };
        let name = beside.as_ref().map_or(game.name(), |saved| saved.name.clone());
        let mut header = Header::new(Kind::Policy, name, FINGERPRINT);
        header.solver = solver;
        header.seed = answer.seed;
        header.iterations = self.iterations().unwrap_or(0);
        header.measured = Some(Measured::exact(self.nash_conv(), UNIT));
        let answer = answer.clone();
        let written = background::run_whole(py, move || match beside {
            Some(saved) => explicit::write(&path, &header, &saved.tree, &saved.plan),
            None => explicit::write(&path, &header, &answer.tree, &answer.solved.plan),
        })?;
        written.map_err(|error| errors::container(&error))
    }
}
