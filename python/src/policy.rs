//! A policy file: its header, its rows, and its answers to positions.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use cardsharp::contest::{ContestError, MeasureRequest};
use cardsharp::policy::Weights;
use cardsharp::policy::container::Measured;
use cardsharp::report::rows::{self, Format};
use numpy::ndarray::ArrayView1;
use numpy::{Element, PyArray1};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::policy_file::PolicyFile;
use crate::policy_node::{self, NodeColumns};
use crate::policy_rows::{RowColumns, columns};
use crate::{background, errors, policy_lookup, policy_measure};

/// A policy that was read.
#[pyclass(frozen, module = "cardsharp_cfr._native")]
pub struct Policy {
    file: Arc<PolicyFile>,
}

/// The exception of a policy file that cannot be read.
pub fn in_file(path: &Path, error: &anyhow::Error) -> PyErr {
    let (path, text) = (path.display().to_string(), format!("{error:#}"));
    errors::FileError::new_err(if text.contains(&path) { text } else { format!("{path}: {text}") })
}

/// The figures of a measure: quantity, value, half width, unit, sample size.
pub type Figures = (String, f64, f64, String, u64);

/// The figures of `measured`.
pub fn figures(measured: &Measured) -> Figures {
    let quantity = measured.quantity.to_string();
    let (value, half_width) = (measured.value, measured.half_width);
    (quantity, value, half_width, measured.unit.clone(), measured.hands)
}

#[pymethods]
impl Policy {
    /// Reads a policy of any game.
    #[staticmethod]
    fn load(py: Python<'_>, path: PathBuf) -> PyResult<Policy> {
        let named = path.clone();
        let file = background::run_whole(py, move || PolicyFile::load(path))?;
        let file = Arc::new(file.map_err(|error| in_file(&named, &error))?);
        Ok(Policy { file })
    }

    /// The damage of the newest generation of the file, if the one before it was read.
    #[getter]
    fn instead_of(&self) -> Option<&str> {
        self.file.instead_of.as_deref()
    }

    /// The fields of the header.
    #[getter]
    fn header<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (header, fields) = (&self.file.header, PyDict::new(py));
        fields.set_item("kind", header.kind.to_string())?;
        fields.set_item("game", &header.game)?;
        fields.set_item("rules_fingerprint", header.rules_fingerprint)?;
        fields.set_item("infosets", &header.infosets)?;
        fields.set_item("solver", &header.solver)?;
        fields.set_item("parameters", header.parameters.clone())?;
        fields.set_item("seed", header.seed)?;
        fields.set_item("iterations", header.iterations)?;
        fields.set_item("made_by", &header.made_by)?;
        Ok(fields)
    }

    /// The last measure that the header has.
    #[getter]
    fn measured(&self) -> Option<Figures> {
        self.file.header.measured.as_ref().map(figures)
    }

    /// All weights as the file has them. The array has no copy of them, and cannot be written.
    fn weights<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let rows = slf.get().file.rows();
        match rows.weights() {
            Weights::U8(weights) => lent(slf, weights),
            Weights::F32(weights) => lent(slf, weights),
            Weights::F64(weights) => lent(slf, weights),
        }
    }

    /// The numbers or keys of all rows, without a copy.
    fn row_numbers<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        lent(slf, &slf.get().file.numbers)
    }

    /// The place in the weights at which each row begins, without a copy.
    fn row_starts<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        lent(slf, &slf.get().file.starts)
    }

    /// The rows from `start` on and before `stop`, by column.
    fn columns<'py>(&self, py: Python<'py>, start: usize, stop: usize) -> PyResult<RowColumns<'py>> {
        let file = self.file.clone();
        let found = background::run_whole(py, move || columns(&file, start..stop))?;
        Ok(found.into_arrays(py))
    }

    /// Writes the table that `cardsharp export` writes: `csv` or `npz`. Returns the number of rows.
    fn write(&self, py: Python<'_>, path: PathBuf, npz: bool, visited: bool) -> PyResult<u64> {
        let (file, format) = (self.file.clone(), [Format::Csv, Format::Npz][npz as usize]);
        let written = background::run_whole(py, move || rows::write(&path, format, &**file.rows(), visited))?;
        let written = written.map_err(|error| errors::FileError::new_err(error.to_string()))?;
        Ok(written.rows)
    }

    /// The actions and their probabilities in a position as `cardsharp inspect` reads it.
    fn lookup(&self, py: Python<'_>, position: String) -> PyResult<Vec<(String, f64)>> {
        let file = self.file.clone();
        let found = background::run_whole(py, move || policy_lookup::look_up(&file, &position))?;
        found.map_err(|error| errors::ArgumentError::new_err(format!("{error:#}")))
    }

    /// The node after these steps, with these settings.
    fn node(&self, py: Python<'_>, steps: Vec<String>, settings: Vec<(String, String)>) -> PyResult<NodeColumns> {
        let file = self.file.clone();
        let found = background::run_whole(py, move || policy_node::at(&file, steps, settings))?;
        let found = found.map_err(|error| errors::ArgumentError::new_err(format!("{error:#}")))?;
        Ok(policy_node::to_columns(&found))
    }

    /// The measure that `cardsharp exploit` makes, and the number of players of its NashConv.
    #[pyo3(signature = (samples, score, seed, threads))]
    fn measure(
        &self,
        py: Python<'_>,
        samples: Option<usize>,
        score: Option<String>,
        seed: u64,
        threads: Option<usize>,
    ) -> PyResult<(Figures, usize)> {
        let file = self.file.clone();
        let request = MeasureRequest { samples, score, seed };
        let found = background::run_whole(py, move || policy_measure::measure(&file, &request, threads))?;
        let (measured, players) = found.map_err(|error| {
            if ContestError::is_usage(&error) {
                errors::ArgumentError::new_err(error.to_string())
            } else {
                in_file(&self.file.path, &error)
            }
        })?;
        Ok((figures(&measured), players))
    }
}

/// An array of numbers that the policy holds, which it lends. The array keeps the policy alive.
fn lent<'py, T: Element>(owner: &Bound<'py, Policy>, numbers: &[T]) -> PyResult<Bound<'py, PyAny>> {
    let view = ArrayView1::from(numbers);
    // SAFETY: the numbers belong to `owner`, which the array keeps alive. Nothing changes or moves them as long
    // as it lives: the class is frozen and the rows have no method that changes them. Nobody writes by the array.
    let array = unsafe { PyArray1::borrow_from_array(&view, owner.clone().into_any()) };
    let array = array.into_any();
    array.getattr("flags")?.setattr("writeable", false)?;
    Ok(array)
}
