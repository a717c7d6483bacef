//! A request of a contest, as a Python bot sees it.

use std::sync::Arc;

use cardsharp::contest::outside::{ActionSpace, Request};
use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList, PyString};
use serde_json::Value;

/// An observation, and the actions that are legal. Its fields become objects of Python when one is first read, so that
/// a bot that reads none pays for none.
#[pyclass(frozen, module = "cardsharp_cfr._native")]
pub struct Observation {
    request: Arc<Request>,
    fields: PyOnceLock<Py<PyAny>>,
}

impl Observation {
    /// The observation of a request.
    pub fn of(request: &Arc<Request>) -> Observation {
        Observation { request: Arc::clone(request), fields: PyOnceLock::new() }
    }

    fn fields(&self, py: Python<'_>) -> PyResult<&Py<PyAny>> {
        self.fields.get_or_try_init(py, || object(py, &self.request.json(), true))
    }
}

#[pymethods]
impl Observation {
    #[getter]
    fn legal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let names = self.request.actions();
        // The same few names come again and again: Python keeps one object of each.
        let names: Vec<_> = names.map(|(_, name)| PyString::intern(py, name)).collect();
        PyList::new(py, names)
    }

    #[getter]
    fn actions(&self) -> Vec<usize> {
        self.request.legal().to_vec()
    }

    #[getter]
    fn mask(&self) -> Vec<bool> {
        self.request.mask()
    }

    fn as_dict(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        object(py, &self.request.json(), false)
    }

    fn __getattr__<'py>(&self, py: Python<'py>, name: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyAny>> {
        let fields = self.fields(py)?.bind(py);
        fields.getattr(name).map_err(|_| {
            let known = match self.request.json() {
                Value::Object(known) => known.keys().cloned().collect::<Vec<_>>().join(", "),
                _ => String::new(),
            };
            PyAttributeError::new_err(format!(
                "the observation has no {name}: there are {known}, and legal, actions, mask"
            ))
        })
    }

    fn __dir__(&self) -> Vec<String> {
        let mut names: Vec<String> = ["legal", "actions", "mask", "as_dict"].map(str::to_owned).into();
        if let Value::Object(fields) = self.request.json() {
            names.extend(fields.keys().cloned());
        }
        names
    }

    fn __repr__(&self) -> String {
        let legal: Vec<&str> = self.request.actions().map(|(_, name)| name).collect();
        format!("<Observation {} legal {}>", self.request.json(), legal.join(", "))
    }
}

/// The value as an object of Python. With `by_attribute` a record has its fields as attributes; else it is a
/// dictionary.
fn object(py: Python<'_>, value: &Value, by_attribute: bool) -> PyResult<Py<PyAny>> {
    Ok(match value {
        Value::Null => py.None(),
        Value::Bool(flag) => flag.into_pyobject(py)?.to_owned().into_any().unbind(),
        Value::Number(number) => match (number.as_u64(), number.as_i64(), number.as_f64()) {
            (Some(number), ..) => number.into_pyobject(py)?.into_any().unbind(),
            (_, Some(number), _) => number.into_pyobject(py)?.into_any().unbind(),
            (.., number) => number.into_pyobject(py)?.into_any().unbind(),
        },
        Value::String(text) => PyString::new(py, text).into_any().unbind(),
        Value::Array(values) => {
            let parts: PyResult<Vec<_>> = values.iter().map(|value| object(py, value, by_attribute)).collect();
            PyList::new(py, parts?)?.into_any().unbind()
        }
        Value::Object(fields) => {
            let record = PyDict::new(py);
            for (name, value) in fields {
                record.set_item(PyString::intern(py, name), object(py, value, by_attribute)?)?;
            }
            if by_attribute { namespace(py)?.call((), Some(&record))?.unbind() } else { record.into_any().unbind() }
        }
    })
}

/// `types.SimpleNamespace`.
fn namespace(py: Python<'_>) -> PyResult<&Bound<'_, PyAny>> {
    static CLASS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let class = CLASS.get_or_try_init(py, || {
        let types = py.import("types")?;
        types.getattr("SimpleNamespace").map(Bound::unbind)
    })?;
    Ok(class.bind(py))
}

/// The names of the legal actions, for an error.
pub fn legal_names(request: &Request) -> String {
    let names: Vec<&str> = request.actions().map(|(_, name)| name).collect();
    names.join(", ")
}

/// The names of all actions.
pub fn names(space: &'static ActionSpace) -> Vec<&'static str> {
    space.names().iter().map(String::as_str).collect()
}
