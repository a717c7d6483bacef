//! A linear program, whoever solves it.

/// Maximize the objective, each column within its bounds and each row within its own.
#[derive(Debug, Default)]
pub(super) struct Program {
    /// Of each column its weight in the objective, and the least and the most it can be.
    pub(super) columns: Vec<(f64, (f64, f64))>,
    /// Of each row its columns with their coefficients, each column once.
    pub(super) rows: Vec<(Vec<(usize, f64)>, Bound)>,
}

/// What a row adds up to.
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
