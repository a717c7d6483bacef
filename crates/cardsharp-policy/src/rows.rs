//! The rows of a policy with the parts of their information sets, for programs that read a whole strategy.

use std::ops::Range;

use super::container::Scalar;

/// The value of a part that a row does not have.
pub const NONE: i64 = -1;

/// The number of rows of a segment where rows are counted.
pub const SEGMENT: usize = 4096;

/// The numbers of a segment among `all`.
pub fn segment_range(segment: usize, all: usize) -> Range<usize> {
    segment * SEGMENT..all.min((segment + 1) * SEGMENT)
}

/// The rows of a policy in a fixed order. Rows without a choice are left out.
pub trait PolicyRows: Send {
    /// The parts of an information set, in the order of [`Row::parts`].
    fn parts(&self) -> &[Part];

    /// The names of all actions. [`Row::actions`] has indices of this list.
    fn actions(&self) -> &[String];

    /// The weights of all rows, as they are stored: [`Row::first`] is an index of them.
    fn weights(&self) -> Weights<'_>;

    /// The number of a row is a key, and not the number of its first cell.
    fn has_keys(&self) -> bool {
        false
    }

    /// The play at a row that was never visited in training.
    fn unvisited(&self) -> Unvisited {
        Unvisited::Uniform
    }

    /// Further lists of numbers that explain the parts, each with its name.
    fn tables(&self) -> Vec<(&'static str, Vec<i64>)> {
        Vec::new()
    }

    /// The number of segments: parts of the order of the rows that can be read without what is before them.
    fn segments(&self) -> usize;

    /// Calls `each` with every row of a segment. Two calls of this pass the same rows in the same order.
    fn for_each_of(&self, segment: usize, each: &mut dyn FnMut(&Row<'_>));

    /// Calls `each` with every row: one segment after the other.
    fn for_each(&self, each: &mut dyn FnMut(&Row<'_>)) {
        for segment in 0..self.segments() {
            self.for_each_of(segment, each);
        }
    }
}

/// A row: an information set with a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row<'a> {
    /// The number of the row: its key, or the number of its first cell.
    pub number: u64,
    /// The index of its first weight in [`PolicyRows::weights`].
    pub first: usize,
    /// The values of its parts; [`NONE`] for a part that it does not have.
    pub parts: &'a [i64],
    /// Its actions in the order of its weights, as indices of [`PolicyRows::actions`].
    pub actions: &'a [u32],
}

/// A part of the information sets of a policy.
pub struct Part {
    /// The name, as the name of a column: lower case with underscores.
    pub name: &'static str,
    /// The meaning of the values.
    pub kind: PartKind,
}

/// The meaning of the values of a part.
pub enum PartKind {
    /// A number that needs no explanation.
    Number,
    /// An index of this list of names.
    Label(Vec<String>),
    /// A packed number, which this function prints.
    Packed(Box<dyn Fn(i64) -> String + Send>),
}

impl Part {
    /// A part whose values are plain numbers.
    pub fn number(name: &'static str) -> Part {
        let kind = PartKind::Number;
        Part { name, kind }
    }

    /// A part whose values are indices of `labels`.
    pub fn label(name: &'static str, labels: impl IntoIterator<Item = impl Into<String>>) -> Part {
        let labels = labels.into_iter().map(Into::into).collect();
        let kind = PartKind::Label(labels);
        Part { name, kind }
    }

    /// A part whose values are packed numbers that `print` writes out.
    pub fn packed(name: &'static str, print: impl Fn(i64) -> String + Send + 'static) -> Part {
        let kind = PartKind::Packed(Box::new(print));
        Part { name, kind }
    }
}

/// The play at a row that was never visited in training.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unvisited {
    /// All actions are equally likely.
    Uniform,
    /// The first action is certain.
    First,
}

/// The weights of a policy, as its file stores them. Those of a row are proportional to the probabilities of
/// its actions; all are zero if the row was never visited.
#[derive(Clone, Copy, Debug)]
pub enum Weights<'a> {
    /// One byte each.
    U8(&'a [u8]),
    /// Single precision.
    F32(&'a [f32]),
    /// Double precision: the probabilities themselves.
    F64(&'a [f64]),
}

impl Weights<'_> {
    /// The number of weights.
    pub fn len(&self) -> usize {
        match self {
            Weights::U8(weights) => weights.len(),
            Weights::F32(weights) => weights.len(),
            Weights::F64(weights) => weights.len(),
        }
    }

    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Writes the probabilities of `row` to `out`. Returns `false` if the row was never visited; `out` then
    /// has the play of `unvisited`.
    pub fn probabilities(&self, row: &Row<'_>, unvisited: Unvisited, out: &mut Vec<f64>) -> bool {
        let range = row.first..row.first + row.actions.len();
        out.clear();
        match self {
            Weights::U8(weights) => fill(weights.get(range), out),
            Weights::F32(weights) => fill(weights.get(range), out),
            Weights::F64(weights) => {
                fill(weights.get(range), out);
                return true;
            }
        }
        let sum: f64 = out.iter().sum();
        if sum > 0.0 {
            // The same arithmetic as in play, so that both give the same probabilities to the last bit.
            let scale = 1.0 / sum;
            out.iter_mut().for_each(|share| *share *= scale);
            return true;
        }
        out.clear();
        out.resize(row.actions.len(), 1.0 / row.actions.len() as f64);
        if unvisited == Unvisited::First {
            out.fill(0.0);
            out[0] = 1.0;
        }
        false
    }
}

fn fill<T: Scalar + Into<f64>>(weights: Option<&[T]>, out: &mut Vec<f64>) {
    out.extend(weights.into_iter().flatten().map(|&weight| weight.into()));
}

#[cfg(test)]
#[path = "../tests/unit/rows.rs"]
mod tests;
