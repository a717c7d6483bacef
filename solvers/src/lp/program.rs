//! A linear program, independent of its solver.

/// A program that maximizes the objective, with bounds on every column and every row.
#[derive(Debug, Default)]
pub(super) struct Program {
    /// For each column its weight in the objective, its lower bound and its upper bound.
    pub(super) columns: Vec<(f64, (f64, f64))>,
    /// For each row its columns with their coefficients, each column once, and its bound.
    pub(super) rows: Vec<(Vec<(usize, f64)>, Bound)>,
}

/// The bound of a row's sum.
#[derive(Clone, Copy, Debug)]
pub(super) enum Bound {
    Exactly(f64),
    AtMost(f64),
}

impl Program {
    pub(super) fn column(&mut self, weight: f64, bounds: (f64, f64)) {
        self.columns.push((weight, bounds));
    }

    pub(super) fn row(&mut self, cells: Vec<(usize, f64)>, bound: Bound) {
        self.rows.push((cells, bound));
    }
}
