//! A Python object as an agent of a contest.

use std::sync::Arc;

use cardsharp::contest::AgentSpec;
use cardsharp::contest::outside::{OutsideAgent, OutsideError, OutsideFailure, OutsidePlayer, Request};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyString;
use thiserror::Error;

use crate::errors::{self, ArgumentError};
use crate::observation::{Observation, legal_names};

/// A callable of Python, which chooses the actions.
struct Bot {
    callable: Arc<Py<PyAny>>,
    /// True if it has a method `start_game`.
    starts_games: bool,
}

impl OutsideAgent for Bot {
    fn player(&self, _seed: u64) -> Box<dyn OutsidePlayer> {
        Box::new(BotPlayer { callable: Arc::clone(&self.callable), starts_games: self.starts_games, new_game: true })
    }
}

/// The callable in one seat.
struct BotPlayer {
    callable: Arc<Py<PyAny>>,
    starts_games: bool,
    /// True until the first action of a game is due.
    new_game: bool,
}

/// The answer of a bot that is no legal action.
#[derive(Debug, Error)]
pub enum BadAnswer {
    /// It names or numbers no legal action.
    #[error("{answer} is not legal here: return one of {legal}")]
    Illegal { answer: String, legal: String },
    /// It is neither a text nor a number.
    #[error("{answer} is no action: return a name or a number of {legal}")]
    NoAction { answer: String, legal: String },
}

impl OutsidePlayer for BotPlayer {
    fn start_game(&mut self) {
        self.new_game = true;
    }

    fn choose(&mut self, request: &Arc<Request>) -> Result<usize, OutsideError> {
        Python::attach(|py| {
            let callable = self.callable.bind(py);
            if std::mem::take(&mut self.new_game) && self.starts_games {
                callable.call_method0(intern!(py, "start_game"))?;
            }
            let answer = callable.call1((Observation::of(request),))?;
            number(&answer, request)
        })
    }
}

/// The number of the action that the answer names.
fn number(answer: &Bound<'_, PyAny>, request: &Request) -> Result<usize, OutsideError> {
    let shown = || {
        let text = answer.repr();
        text.map_or_else(|_| "the answer".to_owned(), |text| text.to_string())
    };
    let number = match answer.cast::<PyString>() {
        Ok(name) => request.number(&name.to_cow()?),
        Err(_) if answer.hasattr("__index__")? => {
            let number = answer.extract::<usize>().ok();
            number.filter(|&number| request.allows(number))
        }
        Err(_) => {
            let (answer, legal) = (shown(), legal_names(request));
            return Err(BadAnswer::NoAction { answer, legal }.into());
        }
    };
    number.ok_or_else(|| {
        let (answer, legal) = (shown(), legal_names(request));
        BadAnswer::Illegal { answer, legal }.into()
    })
}

/// The agent that a text or a callable of Python stands for.
///
/// # Errors
///
/// It is neither, or the text is no agent.
pub fn agent(given: &Bound<'_, PyAny>) -> PyResult<AgentSpec> {
    if let Ok(text) = given.extract::<String>() {
        let spec = text.parse::<AgentSpec>();
        return spec.map_err(|error| ArgumentError::new_err(error.to_string()));
    }
    if !given.is_callable() {
        return Err(ArgumentError::new_err(format!(
            "{} is no agent: give a function of the observation, an object with __call__, or a name such as \"expert\"",
            given.repr()?
        )));
    }
    let named = given.getattr("__name__");
    let name = named.or_else(|_| given.get_type().getattr("__name__"))?;
    let bot = Bot { callable: Arc::new(given.clone().unbind()), starts_games: given.hasattr("start_game")? };
    Ok(AgentSpec::outside(&name.extract::<String>()?, bot))
}

/// Takes the failure of the first of the agents that failed, as an exception.
///
/// # Errors
///
/// The exception, if an agent failed.
pub fn raise_failure(py: Python<'_>, agents: &[AgentSpec]) -> PyResult<()> {
    let outside = agents.iter().filter_map(AgentSpec::implementation);
    let Some(failure) = outside.filter_map(|outside| outside.take_failure()).next() else {
        return Ok(());
    };
    let (agent, source) = match failure {
        OutsideFailure::Failed { agent, source } => (agent, source),
        illegal => return Err(errors::IllegalActionError::new_err(illegal.to_string())),
    };
    if let Some(bad) = source.downcast_ref::<BadAnswer>() {
        return Err(errors::IllegalActionError::new_err(format!("the answer of {agent}: {bad}")));
    }
    Err(match source.downcast::<PyErr>() {
        Ok(cause) => {
            let raised = errors::BotError::new_err(format!("{agent} raised {cause}"));
            raised.set_cause(py, Some(*cause));
            raised
        }
        Err(source) => errors::BotError::new_err(format!("{agent}: {source}")),
    })
}
