//! A game that the package builds node by node.

use cardsharp_solvers::built::{EventId, GameBuilder, InfosetId};
use cardsharp_solvers::game::Player;
use pyo3::exceptions::{PyIndexError, PyRuntimeError};
use pyo3::prelude::*;

use crate::errors;
use crate::game::Game;
use crate::walk_limits::{BYTES_OF_AN_INFOSET, WalkLimits};

/// Bytes of a node, with its number in the list of children.
const BYTES_OF_A_NODE: u64 = 16;

/// The builder of a game. Nodes are added in prefix order.
#[pyclass(module = "cardsharp_cfr._native")]
pub struct Builder {
    /// `None` once the game is finished.
    builder: Option<GameBuilder>,
    infosets: Vec<InfosetId>,
    events: Vec<EventId>,
    /// Bytes of the information sets and chance events.
    named: u64,
    limits: WalkLimits,
}

impl Builder {
    /// Checks the limits after a node was added.
    fn check(&mut self, py: Python<'_>) -> PyResult<()> {
        let nodes = self.open()?.nodes() as u64;
        self.limits.check(py, nodes, nodes * BYTES_OF_A_NODE + self.named)
    }

    fn open(&mut self) -> PyResult<&mut GameBuilder> {
        let finished = || PyRuntimeError::new_err("the game is finished");
        self.builder.as_mut().ok_or_else(finished)
    }
}

#[pymethods]
impl Builder {
    /// A game that may take `max_memory` bytes. The function `look` is called several times a second with the
    /// number of nodes so far, and ends the walk by an exception.
    #[new]
    #[pyo3(signature = (players, max_memory, look=None))]
    fn new(players: usize, max_memory: u64, look: Option<Py<PyAny>>) -> Builder {
        Builder {
            builder: Some(GameBuilder::new(players)),
            infosets: Vec::new(),
            events: Vec::new(),
            named: 0,
            limits: WalkLimits::new(max_memory, look),
        }
    }

    /// Adds an information set and returns its number, for [`Builder::decision`].
    fn infoset(&mut self, player: u8, name: String, actions: Vec<String>) -> PyResult<usize> {
        // The interpreter has the texts, too.
        self.named += BYTES_OF_AN_INFOSET + 2 * (bytes_of(&actions) + name.len() as u64);
        let added = self.open()?.infoset(Player::new(player), name, actions);
        self.infosets.push(added.map_err(errors::build)?);
        Ok(self.infosets.len() - 1)
    }

    /// The key of every information set, by its number.
    fn keys(&self) -> Vec<u64> {
        self.infosets.iter().map(|infoset| infoset.number()).collect()
    }

    /// Adds a chance event and returns its number, for [`Builder::chance`].
    fn event(&mut self, outcomes: Vec<String>, probabilities: Vec<f64>) -> PyResult<usize> {
        self.named += 2 * bytes_of(&outcomes);
        let added = self.open()?.event(outcomes, &probabilities);
        self.events.push(added.map_err(errors::build)?);
        Ok(self.events.len() - 1)
    }

    /// Adds a decision at the information set of this number.
    fn decision(&mut self, py: Python<'_>, infoset: usize) -> PyResult<()> {
        let known = self.infosets.get(infoset).copied();
        let infoset = known.ok_or_else(|| PyIndexError::new_err("no such information set"))?;
        self.open()?.decision(infoset).map_err(errors::build)?;
        self.check(py)
    }

    /// Adds a chance node of the event of this number.
    fn chance(&mut self, py: Python<'_>, event: usize) -> PyResult<()> {
        let known = self.events.get(event).copied();
        let event = known.ok_or_else(|| PyIndexError::new_err("no such chance event"))?;
        self.open()?.chance(event).map_err(errors::build)?;
        self.check(py)
    }

    /// Adds a terminal node with the payoff of each player.
    fn terminal(&mut self, py: Python<'_>, payoffs: Vec<f64>) -> PyResult<()> {
        self.open()?.terminal(&payoffs).map_err(errors::build)?;
        self.check(py)
    }

    /// The number of nodes so far.
    fn nodes(&mut self) -> PyResult<usize> {
        Ok(self.open()?.nodes())
    }

    /// The game, if all its nodes have been added. The builder is empty afterwards.
    fn finish(&mut self, name: String) -> PyResult<Game> {
        self.open()?;
        let finished = self.builder.take().map(GameBuilder::finish);
        let built = finished.transpose().map_err(errors::build)?;
        let built = built.ok_or_else(|| PyRuntimeError::new_err("the game is finished"))?;
        let bytes = built.bytes() as u64;
        Ok(Game::brought(name, Box::new(built), bytes))
    }
}

/// Bytes of texts and of the list that they are in.
fn bytes_of(texts: &[String]) -> u64 {
    let texts = texts.iter().map(|text| size_of_val(text) + text.len());
    texts.sum::<usize>() as u64
}
