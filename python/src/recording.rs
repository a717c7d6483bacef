//! The walk that asks a Python object for its game, once.

use cardsharp_solvers::built::MAX_DEPTH;
use cardsharp_solvers::contract::{self, CheckOptions, History, Violation};
use pyo3::conversion::FromPyObjectOwned;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::background;
use crate::errors::{self, GameError};
use crate::game::Game;
use crate::recorded::{Decision, Recorded};
use crate::walk_limits::{BYTES_OF_AN_INFOSET, WalkLimits};

/// The greatest number of nodes: their numbers have 32 bits.
const MAX_NODES: u64 = u32::MAX as u64;
/// The number of moves of a history that is too long that the error shows.
const SHOWN_MOVES: usize = 8;
/// The values that `turn` may return.
const TURN: &str = "Terminal(), Chance(outcomes) or Decision(player, actions), with players counted from 0 to 255";
/// The values that `utility_bounds` may return.
const BOUNDS: &str = "two numbers, the least and the greatest utility of any player";

/// Walks the game of a Python object with the methods of the trait, checks its contract, and stores it under
/// `name`. The game may take `max_memory` bytes. The function `look` is called several times a second with the
/// number of nodes so far, and ends the walk by an exception.
#[pyfunction]
#[pyo3(signature = (game, name, max_memory, look=None))]
pub fn record<'py>(
    py: Python<'py>,
    game: Bound<'py, PyAny>,
    name: String,
    max_memory: u64,
    look: Option<Bound<'py, PyAny>>,
) -> PyResult<Game> {
    let limits = WalkLimits::new(max_memory, look.clone().map(Bound::unbind));
    let recording = Recording::new(game, limits)?;
    let infosets = recording.infosets.clone();
    let mut recorded = recording.whole()?;
    recorded.tighten_bounds();
    let checked = background::run_looking(py, look.as_ref(), move || {
        let options = CheckOptions { most_histories: u64::MAX, ..CheckOptions::default() };
        contract::check(&recorded, &options).map(|_| recorded)
    })?;
    let recorded = checked.map_err(|error| {
        let own = match &error {
            Violation::SharedKey { key, .. } => own_key(&infosets, *key),
            _ => None,
        };
        errors::violation(&error, own.as_deref())
    })?;
    let bytes = recorded.bytes() as u64;
    Ok(Game::brought(name, Box::new(recorded), bytes))
}

/// The object's own key of the information set with this number.
fn own_key(infosets: &Bound<'_, PyDict>, number: u64) -> Option<String> {
    let mut items = infosets.iter();
    let found = items.find(|(_, value)| value.extract::<u64>().is_ok_and(|value| value == number));
    found.and_then(|(key, _)| key.repr().ok().map(|text| text.to_string()))
}

/// The value that the object's method returned, as what the method must return.
fn read<'py, T: FromPyObjectOwned<'py>>(method: &str, value: &Bound<'py, PyAny>, must: &str) -> PyResult<T> {
    let read = value.extract();
    read.map_err(|_| senseless(method, value, must))
}

/// The exception of a value that the object's method must not return.
fn senseless(method: &str, value: &Bound<'_, PyAny>, must: &str) -> PyErr {
    let text = value.repr();
    let text = text.map_or_else(|_| "?".to_owned(), |text| text.to_string());
    GameError::new_err(format!("{method} returned {text}: return {must}"))
}

struct Recording<'py> {
    game: Bound<'py, PyAny>,
    recorded: Recorded,
    has_labels: bool,
    has_names: bool,
    /// The number of each information set by the object's own key.
    infosets: Bound<'py, PyDict>,
    limits: WalkLimits,
}

/// A state to visit: its node, and the number of nodes before it.
struct Open<'py> {
    node: u32,
    depth: usize,
    state: Bound<'py, PyAny>,
}

/// The answer of the object's method `turn`.
enum Turn {
    Terminal,
    Chance { outcomes: usize },
    Decision { player: u8, actions: usize },
}

impl<'py> Recording<'py> {
    fn new(game: Bound<'py, PyAny>, limits: WalkLimits) -> PyResult<Recording<'py>> {
        let py = game.py();
        let players = match game.getattr_opt(intern!(py, "players"))? {
            Some(players) => read("players", &players.call0()?, "the number of players")?,
            None => 2,
        };
        let bounds = game.call_method0(intern!(py, "utility_bounds"))?;
        Ok(Recording {
            recorded: Recorded::new(players, read("utility_bounds", &bounds, BOUNDS)?),
            has_labels: game.hasattr(intern!(py, "action_name"))?,
            has_names: game.hasattr(intern!(py, "infoset_name"))?,
            infosets: PyDict::new(py),
            limits,
            game,
        })
    }

    fn whole(mut self) -> PyResult<Recorded> {
        let root = self.game.call_method0(intern!(self.game.py(), "root"))?;
        let mut open = vec![Open { node: 0, depth: 1, state: root }];
        while let Some(next) = open.pop() {
            if next.depth > MAX_DEPTH {
                let violation = Violation::TooDeep {
                    history: History(self.recorded.first_moves(next.node, SHOWN_MOVES)),
                    depth: MAX_DEPTH,
                };
                return Err(errors::violation(&violation, None));
            }
            self.visit(next, &mut open)?;
            self.check()?;
        }
        Ok(self.recorded)
    }

    /// Checks the limits after a node.
    fn check(&mut self) -> PyResult<()> {
        let nodes = self.recorded.nodes() as u64;
        if nodes > MAX_NODES {
            return Err(GameError::new_err(format!("the game has more than {MAX_NODES} nodes: choose a smaller one")));
        }
        // The interpreter has the keys of information sets, whose texts are about as long as the names.
        let keys = self.infosets.len() as u64 * BYTES_OF_AN_INFOSET + self.recorded.named_bytes() as u64;
        let bytes = self.recorded.bytes() as u64 + keys;
        self.limits.check(self.game.py(), nodes, bytes)
    }

    fn visit(&mut self, at: Open<'py>, open: &mut Vec<Open<'py>>) -> PyResult<()> {
        let py = self.game.py();
        let (node, state) = (at.node, at.state);
        let (first, children) = match self.turn(&state)? {
            Turn::Terminal => {
                let payoffs = (0..self.recorded.players()).map(|player| {
                    let payoff = self.game.call_method1(intern!(py, "utility"), (&state, player))?;
                    read("utility", &payoff, "a number")
                });
                let payoffs: Vec<f64> = payoffs.collect::<PyResult<_>>()?;
                self.recorded.terminal(node, &payoffs);
                return Ok(());
            }
            Turn::Chance { outcomes } => {
                let probabilities = (0..outcomes).map(|index| {
                    let name = intern!(py, "chance_probability");
                    let probability = self.game.call_method1(name, (&state, index))?;
                    read("chance_probability", &probability, "a number")
                });
                let probabilities: Vec<f64> = probabilities.collect::<PyResult<_>>()?;
                let labels = self.labels(&state, outcomes)?;
                let first = self.recorded.chance(node, &probabilities, labels);
                (first, outcomes)
            }
            Turn::Decision { player, actions } => {
                let decision = self.infoset(&state, player)?;
                let labels = self.labels(&state, actions)?;
                let first = self.recorded.decision(node, decision, actions, labels);
                (first, actions)
            }
        };
        for index in (0..children).rev() {
            open.push(Open {
                node: first + index as u32,
                depth: at.depth + 1,
                state: self.game.call_method1(intern!(py, "child"), (&state, index))?,
            });
        }
        Ok(())
    }

    fn turn(&self, state: &Bound<'py, PyAny>) -> PyResult<Turn> {
        let py = self.game.py();
        let turn = self.game.call_method1(intern!(py, "turn"), (state,))?;
        // The classes are named tuples of different lengths.
        let sense = || {
            let parts = turn.cast::<PyTuple>().ok()?;
            let whole = |index| parts.get_item(index).ok()?.extract::<usize>().ok();
            match parts.len() {
                0 => Some(Turn::Terminal),
                1 => Some(Turn::Chance { outcomes: whole(0)? }),
                2 => Some(Turn::Decision { player: u8::try_from(whole(0)?).ok()?, actions: whole(1)? }),
                _ => None,
            }
        };
        sense().ok_or_else(|| senseless("turn", &turn, TURN))
    }

    fn infoset(&self, state: &Bound<'py, PyAny>, player: u8) -> PyResult<Decision> {
        let py = self.game.py();
        let key = self.game.call_method1(intern!(py, "infoset"), (state,))?;
        if let Some(known) = self.infosets.get_item(&key)? {
            let infoset = known.extract()?;
            return Ok(Decision { player, infoset, name: None });
        }
        let infoset = self.infosets.len() as u32;
        self.infosets.set_item(&key, infoset)?;
        let name = if self.has_names {
            self.game.call_method1(intern!(py, "infoset_name"), (state,))?
        } else {
            // A text names itself.
            key
        };
        let name = Some(text(&name)?);
        Ok(Decision { player, infoset, name })
    }

    fn labels(&self, state: &Bound<'py, PyAny>, children: usize) -> PyResult<Option<Vec<String>>> {
        (0..children).map(|index| self.label(state, index)).collect()
    }

    fn label(&self, state: &Bound<'py, PyAny>, index: usize) -> PyResult<Option<String>> {
        if !self.has_labels {
            return Ok(None);
        }
        let name = intern!(self.game.py(), "action_name");
        let label = self.game.call_method1(name, (state, index))?;
        text(&label).map(Some)
    }
}

/// The text that the object shows. Any object will do, and so will a text that UTF-8 cannot hold.
fn text(shown: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(shown.str()?.to_string_lossy().into_owned())
}
