//! The rows of a policy by column.

use std::ops::Range;

use cardsharp::policy::PartKind;
use numpy::{PyArray1, ToPyArray};
use pyo3::prelude::*;

use crate::policy_file::PolicyFile;

/// The rows of a range. Everything but actions and probabilities has a value for each row.
#[derive(Default)]
pub struct Columns {
    number_name: &'static str,
    numbers: Vec<u64>,
    counts: Vec<i64>,
    visited: Vec<bool>,
    parts: Vec<PartColumn>,
    actions: Vec<i64>,
    action_names: Vec<String>,
    probabilities: Vec<f64>,
}

/// A part: numbers, or texts.
struct PartColumn {
    name: &'static str,
    values: Vec<i64>,
    texts: Option<Vec<String>>,
}

/// The columns in Python: the name of the number, the numbers, the number of actions of each row, whether it was
/// visited, the parts (name, values, texts or `None`), the actions, their names, and the probabilities.
pub type RowColumns<'py> = (
    &'static str,
    Bound<'py, PyArray1<u64>>,
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<bool>>,
    Vec<PartArrays<'py>>,
    Bound<'py, PyArray1<i64>>,
    Vec<String>,
    Bound<'py, PyArray1<f64>>,
);

/// The name of a part, its values, and its texts if it has texts.
type PartArrays<'py> = (&'static str, Bound<'py, PyArray1<i64>>, Option<Vec<String>>);

/// The rows of `range`.
pub fn columns(file: &PolicyFile, range: Range<usize>) -> Columns {
    let rows = file.rows();
    let mut out = Columns {
        number_name: if rows.has_keys() { "key" } else { "row" },
        action_names: rows.actions().to_vec(),
        parts: rows.parts().iter().map(PartColumn::empty).collect(),
        ..Columns::default()
    };
    let (weights, unvisited) = (rows.weights(), rows.unvisited());
    let mut shares = Vec::new();
    file.for_each_in(&**rows, range, &mut |row| {
        let visited = weights.probabilities(row, unvisited, &mut shares);
        out.numbers.push(row.number);
        out.counts.push(row.actions.len() as i64);
        out.visited.push(visited);
        for ((column, part), &value) in out.parts.iter_mut().zip(rows.parts()).zip(row.parts) {
            column.push(&part.kind, value);
        }
        out.actions.extend(row.actions.iter().map(|&action| i64::from(action)));
        out.probabilities.extend_from_slice(&shares);
    });
    out
}

impl PartColumn {
    fn empty(part: &cardsharp::policy::Part) -> PartColumn {
        PartColumn {
            name: part.name,
            values: Vec::new(),
            texts: match part.kind {
                PartKind::Number => None,
                PartKind::Label(_) | PartKind::Packed(_) => Some(Vec::new()),
            },
        }
    }

    fn push(&mut self, kind: &PartKind, value: i64) {
        self.values.push(value);
        let text = match kind {
            _ if value < 0 => String::new(),
            PartKind::Number => return,
            PartKind::Label(labels) => labels.get(value as usize).cloned().unwrap_or_default(),
            PartKind::Packed(print) => print(value),
        };
        if let Some(texts) = &mut self.texts {
            texts.push(text);
        }
    }
}

impl Columns {
    /// The arrays in Python.
    pub fn into_arrays(self, py: Python<'_>) -> RowColumns<'_> {
        let parts = self.parts.into_iter();
        let parts = parts.map(|part| (part.name, part.values.to_pyarray(py), part.texts));
        (
            self.number_name,
            self.numbers.to_pyarray(py),
            self.counts.to_pyarray(py),
            self.visited.to_pyarray(py),
            parts.collect(),
            self.actions.to_pyarray(py),
            self.action_names,
            self.probabilities.to_pyarray(py),
        )
    }
}
