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

/// Rounds of [`Program::balance`].
const ROUNDS: usize = 20;
/// The ratio of the largest coefficient to the smallest that needs no balance.
const BALANCED: f64 = 1024.0;

/// The smallest and the largest size of some coefficients.
#[derive(Clone, Copy, Debug)]
struct Extent {
    least: f64,
    most: f64,
}

/// That of no coefficients.
impl Default for Extent {
    fn default() -> Self {
        Extent { least: f64::INFINITY, most: 0.0 }
    }
}

impl Extent {
    fn of(coefficients: impl Iterator<Item = f64>) -> Extent {
        let mut extent = Extent::default();
        coefficients.for_each(|coefficient| extent.add(coefficient));
        extent
    }

    fn add(&mut self, coefficient: f64) {
        let size = coefficient.abs();
        if size > 0.0 {
            self.least = self.least.min(size);
            self.most = self.most.max(size);
        }
    }

    fn ratio(self) -> f64 {
        self.most / self.least
    }

    /// The power of two that brings the middle of the extent, by ratio, close to 1.
    fn scale(self) -> f64 {
        if self.most > 0.0 {
            let middle = (self.least.log2() + self.most.log2()) / 2.0;
            (-middle.round()).exp2()
        } else {
            1.0
        }
    }
}

impl Program {
    pub(super) fn column(&mut self, weight: f64, bounds: (f64, f64)) {
        self.columns.push((weight, bounds));
    }

    /// Multiplies rows and columns by powers of two, so that coefficients come closer to 1, unless they
    /// are close already. The solver's tolerance is absolute: beside a payoff of a million it would
    /// pass over payoffs of 1. Returns what the value of each column must be multiplied by then.
    pub(super) fn balance(&mut self) -> Vec<f64> {
        let mut factors = vec![1.0; self.columns.len()];
        for _ in 0..ROUNDS {
            let cells = || self.rows.iter().flat_map(|(cells, _)| cells);
            let all = Extent::of(cells().map(|(_, coefficient)| *coefficient));
            if all.ratio() <= BALANCED {
                break;
            }
            let mut columns = vec![Extent::default(); self.columns.len()];
            for &(column, coefficient) in cells() {
                columns[column].add(coefficient);
            }
            let scales: Vec<f64> = columns.into_iter().map(Extent::scale).collect();
            self.multiply(&scales);
            factors.iter_mut().zip(scales).for_each(|(factor, scale)| *factor *= scale);
        }
        factors
    }

    /// Multiplies each column by its scale, and then each row by its own.
    fn multiply(&mut self, scales: &[f64]) {
        for ((weight, (least, most)), scale) in self.columns.iter_mut().zip(scales) {
            *weight *= scale;
            *least /= scale;
            *most /= scale;
        }
        for (cells, bound) in &mut self.rows {
            for (column, coefficient) in cells.iter_mut() {
                *coefficient *= scales[*column];
            }
            let scale = Extent::of(cells.iter().map(|(_, coefficient)| *coefficient)).scale();
            cells.iter_mut().for_each(|(_, coefficient)| *coefficient *= scale);
            let (Bound::Exactly(sum) | Bound::AtMost(sum)) = bound;
            *sum *= scale;
        }
    }

    pub(super) fn row(&mut self, cells: Vec<(usize, f64)>, bound: Bound) {
        self.rows.push((cells, bound));
    }
}
