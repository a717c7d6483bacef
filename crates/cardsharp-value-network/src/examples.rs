//! Examples: inputs, the outputs that are wanted, and the weight of each output's error.

use std::ops::Range;

use ndarray::{Array2, ArrayView2, Axis, s};

/// A list of examples of one size.
#[derive(Clone, Debug, PartialEq)]
pub struct Examples {
    pub(crate) inputs: Array2<f32>,
    pub(crate) targets: Array2<f32>,
    pub(crate) weights: Array2<f32>,
}

/// Some examples of a list, one after another.
pub(crate) struct ExamplesView<'e> {
    pub(crate) inputs: ArrayView2<'e, f32>,
    pub(crate) targets: ArrayView2<'e, f32>,
    pub(crate) weights: ArrayView2<'e, f32>,
}

impl Examples {
    /// An empty list of examples with the given numbers of inputs and outputs.
    pub fn new(inputs: usize, outputs: usize) -> Examples {
        Examples {
            inputs: Array2::zeros((0, inputs)),
            targets: Array2::zeros((0, outputs)),
            weights: Array2::zeros((0, outputs)),
        }
    }

    /// Examples from their inputs, the outputs that are wanted, and the weights of the errors, example
    /// by example. `None` if the lengths do not agree.
    pub fn from_parts(sizes: [usize; 2], parts: [Vec<f32>; 3]) -> Option<Examples> {
        let [inputs, outputs] = sizes;
        let count = parts[0].len().checked_div(inputs)?;
        let [first, second, third] = parts;
        Some(Examples {
            inputs: Array2::from_shape_vec((count, inputs), first).ok()?,
            targets: Array2::from_shape_vec((count, outputs), second).ok()?,
            weights: Array2::from_shape_vec((count, outputs), third).ok()?,
        })
    }

    /// The inputs, the outputs that are wanted, and the weights of the errors, example by example.
    pub fn parts(&self) -> [&[f32]; 3] {
        [&self.inputs, &self.targets, &self.weights].map(|matrix| matrix.as_slice().unwrap_or_default())
    }

    /// The number of examples.
    pub fn len(&self) -> usize {
        self.inputs.nrows()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds an example. An output with the weight 0 may have any value.
    ///
    /// # Panics
    ///
    /// If a length is not that of the list.
    pub fn add(&mut self, inputs: &[f32], targets: &[f32], weights: &[f32]) {
        let rows = [(&mut self.inputs, inputs), (&mut self.targets, targets), (&mut self.weights, weights)];
        for (matrix, row) in rows {
            let added = matrix.push_row(row.into());
            assert!(added.is_ok(), "a row of {} numbers", row.len());
        }
    }

    /// Adds the examples of another list.
    ///
    /// # Panics
    ///
    /// If the sizes differ.
    pub fn append(&mut self, other: &Examples) {
        let pairs = [
            (&mut self.inputs, &other.inputs),
            (&mut self.targets, &other.targets),
            (&mut self.weights, &other.weights),
        ];
        for (matrix, more) in pairs {
            let added = matrix.append(Axis(0), more.view());
            assert!(added.is_ok(), "examples of another size");
        }
    }

    /// Keeps the first `count` examples.
    pub fn truncate(&mut self, count: usize) {
        for matrix in [&mut self.inputs, &mut self.targets, &mut self.weights] {
            let kept = count.min(matrix.nrows());
            *matrix = matrix.slice(s![..kept, ..]).to_owned();
        }
    }

    /// The examples with numbers in `rows`.
    pub(crate) fn slice(&self, rows: Range<usize>) -> ExamplesView<'_> {
        ExamplesView {
            inputs: self.inputs.slice(s![rows.clone(), ..]),
            targets: self.targets.slice(s![rows.clone(), ..]),
            weights: self.weights.slice(s![rows, ..]),
        }
    }

    /// The examples with the given numbers, in their order.
    pub(crate) fn select(&self, numbers: &[usize]) -> Examples {
        Examples {
            inputs: self.inputs.select(Axis(0), numbers),
            targets: self.targets.select(Axis(0), numbers),
            weights: self.weights.select(Axis(0), numbers),
        }
    }
}
