//! Strategies as arrays: the keys of information sets, the place of the first probability of each, and the
//! probabilities of all actions.

use cardsharp_solvers::tree::{RealizationPlan, Tree};
use numpy::{PyArray1, PyReadonlyArray1, ToPyArray};
use pyo3::prelude::*;
use rustc_hash::FxHashMap;

use crate::errors::ArgumentError;

/// A strategy of every player at every information set.
#[derive(Debug, Default)]
pub struct Rows {
    /// The keys of the information sets.
    keys: Vec<u64>,
    /// The place of the first probability of each information set, and the number of all probabilities.
    starts: Vec<i64>,
    /// The probabilities of the actions of one information set after the other.
    probabilities: Vec<f64>,
}

/// The arrays of [`Rows`] in Python.
pub type RowArrays<'py> = (Bound<'py, PyArray1<u64>>, Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<f64>>);

impl Rows {
    /// The behaviour of `plan`, in the order of the compiled game.
    pub fn of(tree: &Tree, plan: &RealizationPlan) -> Rows {
        let mut rows = Rows::default();
        rows.starts.push(0);
        plan.for_each_behaviour(tree, |_, key, shares| {
            rows.keys.push(key.0);
            rows.probabilities.extend_from_slice(shares);
            rows.starts.push(rows.probabilities.len() as i64);
        });
        rows
    }

    /// The rows with other keys: pairs of the key here and the key there.
    pub fn renamed(mut self, keys: impl Iterator<Item = (u64, u64)>) -> Rows {
        let keys: FxHashMap<u64, u64> = keys.collect();
        for key in &mut self.keys {
            *key = keys.get(key).copied().unwrap_or(*key);
        }
        self
    }

    /// The rows of the arrays.
    ///
    /// # Errors
    ///
    /// The arrays do not fit together, or a row is no distribution.
    pub fn from_arrays(
        keys: &PyReadonlyArray1<'_, u64>,
        starts: &PyReadonlyArray1<'_, i64>,
        probabilities: &PyReadonlyArray1<'_, f64>,
    ) -> PyResult<Rows> {
        let rows = Rows {
            keys: keys.as_slice()?.to_vec(),
            starts: starts.as_slice()?.to_vec(),
            probabilities: probabilities.as_slice()?.to_vec(),
        };
        let ends = rows.starts.windows(2);
        let rising = ends.clone().all(|pair| 0 <= pair[0] && pair[0] <= pair[1]);
        let last = rows.starts.last().copied();
        if rows.starts.len() != rows.keys.len() + 1 || last != Some(rows.probabilities.len() as i64) || !rising {
            return Err(ArgumentError::new_err("the arrays of the strategy do not fit together"));
        }
        Ok(rows)
    }

    /// The arrays in Python.
    pub fn to_arrays<'py>(&self, py: Python<'py>) -> RowArrays<'py> {
        (self.keys.to_pyarray(py), self.starts.to_pyarray(py), self.probabilities.to_pyarray(py))
    }

    /// The realization plan of the strategy.
    ///
    /// # Errors
    ///
    /// The key of an information set of the game that has no row of its number of actions.
    pub fn plan(&self, tree: &Tree) -> Result<RealizationPlan, u64> {
        let indices: FxHashMap<u64, usize> = self.keys.iter().copied().zip(0..).collect();
        let mut lacking = None;
        let plan = RealizationPlan::of(tree, |_, key, shares| {
            let row = indices.get(&key.0).map(|&index| {
                let (first, end) = (self.starts[index], self.starts[index + 1]);
                &self.probabilities[first as usize..end as usize]
            });
            match row {
                Some(row) if row.len() == shares.len() => shares.copy_from_slice(row),
                _ => lacking = Some(key.0),
            }
        });
        lacking.map_or(Ok(plan), Err)
    }
}
