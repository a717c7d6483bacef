//! A game that the package builds node by node.

use cardsharp_solvers::built::{EventId, GameBuilder, InfosetId};
use cardsharp_solvers::game::Player;
use pyo3::exceptions::{PyIndexError, PyRuntimeError};
use pyo3::prelude::*;

use crate::errors;
use crate::game::Game;

/// The builder of a game. Nodes are added in prefix order.
#[pyclass(module = "cardsharp_cfr._native")]
pub struct Builder {
    /// `None` once the game is finished.
    builder: Option<GameBuilder>,
    infosets: Vec<InfosetId>,
    events: Vec<EventId>,
}

impl Builder {
    fn open(&mut self) -> PyResult<&mut GameBuilder> {
        let finished = || PyRuntimeError::new_err("the game is finished");
        self.builder.as_mut().ok_or_else(finished)
    }
}

#[pymethods]
impl Builder {
    #[new]
    fn new(players: usize) -> Builder {
        Builder {
            builder: Some(GameBuilder::new(players)),
            infosets: Vec::new(),
            events: Vec::new(),
        }
    }

    /// Adds an information set and returns its number, for [`Builder::decision`].
    fn infoset(&mut self, player: u8, name: String, actions: Vec<String>) -> PyResult<usize> {
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
        let added = self.open()?.event(outcomes, &probabilities);
        self.events.push(added.map_err(errors::build)?);
        Ok(self.events.len() - 1)
    }

    /// Adds a decision at the information set of this number.
    fn decision(&mut self, infoset: usize) -> PyResult<()> {
        let known = self.infosets.get(infoset).copied();
        let infoset = known.ok_or_else(|| PyIndexError::new_err("no such information set"))?;
        self.open()?.decision(infoset).map_err(errors::build)
    }

    /// Adds a chance node of the event of this number.
    fn chance(&mut self, event: usize) -> PyResult<()> {
        let known = self.events.get(event).copied();
        let event = known.ok_or_else(|| PyIndexError::new_err("no such chance event"))?;
        self.open()?.chance(event).map_err(errors::build)
    }

    /// Adds a terminal node with the payoff of each player.
    fn terminal(&mut self, payoffs: Vec<f64>) -> PyResult<()> {
        self.open()?.terminal(&payoffs).map_err(errors::build)
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
