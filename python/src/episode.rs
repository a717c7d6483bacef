//! A game that an environment advances action by action.

use std::sync::{Mutex, MutexGuard, PoisonError};

use cardsharp::arena::{Stepwise, StepwiseError};
use cardsharp::contest::{AgentSpec, Setup};
use pyo3::prelude::*;

use crate::contests;
use crate::errors::{ArgumentError, CardsharpError};
use crate::observation::Observation;

/// A game of a contest. The caller plays for every agent without a name.
#[pyclass(frozen, module = "cardsharp_cfr._native")]
pub struct Episode {
    game: Mutex<Stepwise>,
}

impl Episode {
    fn game(&self) -> MutexGuard<'_, Stepwise> {
        self.game.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Episode {
    #[new]
    fn new(py: Python<'_>, contest: &str, agents: Vec<Option<String>>, seed: u64, first: usize) -> PyResult<Episode> {
        let contest = contests::by_name(contest)?;
        let mut specs = Vec::new();
        for agent in agents {
            let spec = agent.map(|text| text.parse::<AgentSpec>()).transpose();
            specs.push(spec.map_err(|error| ArgumentError::new_err(error.to_string()))?);
        }
        let setup = Setup { seed, first, record: false };
        let game = py.detach(|| Stepwise::new(contest, &specs, setup));
        Ok(Episode { game: Mutex::new(game.map_err(raised)?) })
    }

    /// The agent that must act; none once the game is over.
    #[getter]
    fn agent(&self) -> Option<usize> {
        self.game().request().map(|(agent, _)| agent)
    }

    /// The last observation of an agent; none before its first action is due.
    fn observation(&self, agent: usize) -> Option<Observation> {
        self.game().last_request(agent).map(Observation::of)
    }

    /// Gives the action that is due.
    fn act(&self, py: Python<'_>, action: usize) -> PyResult<()> {
        py.detach(|| self.game().act(action)).map_err(raised)
    }

    /// The winner, and the points of each agent, once the game is over.
    fn result(&self) -> Option<(Option<usize>, Vec<f64>)> {
        let game = self.game();
        let result = game.result()?;
        Some((result.winner, result.points.clone()))
    }
}

fn raised(error: StepwiseError) -> PyErr {
    match error {
        StepwiseError::Agent(_) | StepwiseError::Illegal { .. } | StepwiseError::Over => {
            ArgumentError::new_err(error.to_string())
        }
        StepwiseError::Thread(_) | StepwiseError::Lost => CardsharpError::new_err(error.to_string()),
    }
}
