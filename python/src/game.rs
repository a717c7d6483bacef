//! A game that is opened, compiled and measured.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use cardsharp::contest::WrittenOut;
use cardsharp::explicit::{self, ExplicitGame, Method, Refusal};
use cardsharp_options::choose;
use cardsharp_solvers::efg::EfgGame;
use cardsharp_solvers::tree::Tree;
use numpy::{PyArray1, PyReadonlyArray1, ToPyArray};
use pyo3::prelude::*;

use crate::strategy::Rows;
use crate::{background, errors};

/// A game that fits in memory.
#[pyclass(frozen, module = "cardsharp_cfr._native")]
pub struct Game {
    opened: Arc<Opened>,
}

/// A game, and its compiled form once it is needed.
pub struct Opened {
    game: ExplicitGame,
    tree: OnceLock<Arc<Tree>>,
}

impl Opened {
    /// The game itself.
    pub fn game(&self) -> &ExplicitGame {
        &self.game
    }

    /// The compiled game, if it and a solver of `method` fit in `allowed` bytes.
    ///
    /// # Errors
    ///
    /// They do not fit, or the game cannot be compiled.
    pub fn tree(&self, method: Method, allowed: u64) -> Result<Arc<Tree>, Refusal> {
        if let Some(tree) = self.tree.get() {
            explicit::check_solver(tree, method, self.game.bytes(), allowed)?;
            return Ok(tree.clone());
        }
        let tree = Arc::new(explicit::compile(&self.game, method, allowed)?);
        Ok(self.tree.get_or_init(|| tree).clone())
    }

    /// The compiled game, whatever memory it takes.
    ///
    /// # Errors
    ///
    /// The game cannot be compiled.
    pub fn whole_tree(&self) -> Result<Arc<Tree>, Refusal> {
        if let Some(tree) = self.tree.get() {
            return Ok(tree.clone());
        }
        let tree = Arc::new(self.game.game().compile()?);
        Ok(self.tree.get_or_init(|| tree).clone())
    }
}

impl Game {
    /// The game that is open.
    pub fn opened(&self) -> &Arc<Opened> {
        &self.opened
    }

    /// A game that was stored here, and the bytes that it takes.
    pub fn brought(name: String, game: WrittenOut, bytes: u64) -> Game {
        Game::new(ExplicitGame::brought(name, game, bytes))
    }

    fn new(game: ExplicitGame) -> Game {
        Game { opened: Arc::new(Opened { game, tree: OnceLock::new() }) }
    }

    /// The compiled game, whatever memory it takes.
    ///
    /// # Errors
    ///
    /// The game cannot be compiled.
    pub fn compiled(&self, py: Python<'_>) -> PyResult<Arc<Tree>> {
        let opened = self.opened.clone();
        let tree = background::run_whole(py, move || opened.whole_tree())?;
        tree.map_err(|error| errors::refusal(&error))
    }
}

/// Information sets by column: the keys, the players, the names, and the names of the actions of each.
type InfosetColumns<'py> = (Bound<'py, PyArray1<u64>>, Bound<'py, PyArray1<i64>>, Vec<String>, Vec<Vec<String>>);

#[pymethods]
impl Game {
    /// Opens a game by its name, or an .efg file. The game may take `max_memory` bytes. The function `look` is
    /// called several times a second, and ends the reading by an exception.
    #[staticmethod]
    #[pyo3(signature = (text, max_memory, look=None))]
    fn open(py: Python<'_>, text: String, max_memory: u64, look: Option<Bound<'_, PyAny>>) -> PyResult<Game> {
        let work = move || ExplicitGame::open_within(&text, max_memory);
        let opened = background::run_looking(py, look.as_ref(), work)?;
        let game = opened.map_err(|error| errors::open(&error))?;
        Ok(Game::new(game))
    }

    /// The name.
    #[getter]
    fn name(&self) -> String {
        self.opened.game.name()
    }

    /// The title: that of the .efg file, or the name if there is none.
    #[getter]
    fn title(&self) -> String {
        self.opened.game.title()
    }

    /// The least and the greatest utility of any player.
    #[getter]
    fn utility_bounds(&self) -> (f64, f64) {
        self.opened.game.game().utility_range()
    }

    /// The number of nodes, the number of information sets of each player, and the sum of the utilities if it
    /// is the same at the end of every history.
    fn counts(&self, py: Python<'_>) -> PyResult<(u64, Vec<usize>, Option<f64>)> {
        let tree = self.compiled(py)?;
        Ok((tree.histories(), tree.infosets_by_player(), tree.constant_sum()))
    }

    /// Compiles the game, if it and the solver fit in `max_memory` bytes. The function `look` is called several
    /// times a second, and ends the wait by an exception.
    #[pyo3(signature = (solver, max_memory, look=None))]
    fn compile(&self, py: Python<'_>, solver: &str, max_memory: u64, look: Option<Bound<'_, PyAny>>) -> PyResult<()> {
        let (opened, method) = (self.opened.clone(), method_of(solver)?);
        let tree = background::run_looking(py, look.as_ref(), move || opened.tree(method, max_memory))?;
        tree.map(drop).map_err(|error| errors::refusal(&error))
    }

    /// The game as an .efg file, for a process that has not the object that it was made of. `None` if the game is
    /// opened again by its name.
    fn text(&self, py: Python<'_>) -> PyResult<Option<String>> {
        if self.opened.game.has_reopening_name() {
            return Ok(None);
        }
        let opened = self.opened.clone();
        let text = background::run_whole(py, move || {
            let mut text = Vec::new();
            opened.game.write_efg(&mut text).map(|_| text)
        })?;
        let text = text.map_err(|error| errors::GameError::new_err(error.to_string()))?;
        Ok(Some(String::from_utf8(text)?))
    }

    /// The game called `name` of the text that [`Game::text`] returned.
    #[staticmethod]
    fn of_text(py: Python<'_>, name: String, text: String) -> PyResult<Game> {
        let game = background::run_whole(py, move || EfgGame::parse(&text))?;
        let game = game.map_err(|error| errors::GameError::new_err(error.to_string()))?;
        let bytes = game.bytes();
        Ok(Game::brought(name, Box::new(game), bytes))
    }

    /// The fingerprint of the compiled game.
    fn fingerprint(&self, py: Python<'_>) -> PyResult<u64> {
        Ok(self.compiled(py)?.fingerprint())
    }

    /// The information sets in the order of a depth-first walk.
    fn infosets<'py>(&self, py: Python<'py>) -> PyResult<InfosetColumns<'py>> {
        let opened = self.opened.clone();
        let found = background::run_whole(py, move || opened.game.game().infosets())?;
        let keys: Vec<u64> = found.iter().map(|infoset| infoset.key.0).collect();
        let players = found.iter().map(|infoset| infoset.player.index() as i64);
        let players: Vec<i64> = players.collect();
        let (names, actions) = found.into_iter().map(|infoset| (infoset.name, infoset.actions)).unzip();
        Ok((keys.to_pyarray(py), players.to_pyarray(py), names, actions))
    }

    /// The values and the best responses' values of a strategy.
    fn measure(
        &self,
        py: Python<'_>,
        keys: PyReadonlyArray1<'_, u64>,
        starts: PyReadonlyArray1<'_, i64>,
        probabilities: PyReadonlyArray1<'_, f64>,
    ) -> PyResult<(Vec<f64>, Vec<f64>)> {
        let rows = Rows::from_arrays(&keys, &starts, &probabilities)?;
        let tree = self.compiled(py)?;
        let found = background::run_whole(py, move || {
            let plan = rows.plan(&tree)?;
            Ok(plan.exploitability(&tree))
        })?;
        let found = found.map_err(|key: u64| {
            errors::ArgumentError::new_err(format!(
                "the strategy has no row that fits the information set with the key {key}"
            ))
        })?;
        Ok((found.values, found.best_responses))
    }

    /// Writes the game as an .efg file.
    fn write_efg(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let opened = self.opened.clone();
        let text = background::run_whole(py, move || {
            let written = opened.game.save_efg(&path);
            written.map(drop).map_err(|error| in_file(&path, &error))
        })?;
        text.map_err(errors::FileError::new_err)
    }
}

/// The method of this name.
///
/// # Errors
///
/// There is none.
pub fn method_of(name: &str) -> PyResult<Method> {
    Method::by_name(name).ok_or_else(|| {
        let names: Vec<&str> = Method::all().map(|(name, _)| name).collect();
        errors::ArgumentError::new_err(format!("no solver is called {name}: {}", choose(name, &names)))
    })
}

fn in_file(path: &std::path::Path, error: &dyn std::error::Error) -> String {
    format!("cannot write {}: {error}", path.display())
}
