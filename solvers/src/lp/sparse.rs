//! Sparse matrices by rows.

/// Rounds of Ruiz's balancing.
const ROUNDS: usize = 10;

/// A sparse matrix, row by row.
#[derive(Debug)]
pub(super) struct Sparse {
    /// The number of the first entry of each row, and one more for the end.
    starts: Vec<usize>,
    columns: Vec<u32>,
    coefficients: Vec<f64>,
}

impl Sparse {
    /// A matrix of so many rows with entries of row, column and coefficient, of which each place has at most one.
    pub(super) fn new(rows: usize, mut entries: Vec<(u32, u32, f64)>) -> Sparse {
        entries.sort_unstable_by_key(|&(row, column, _)| (row, column));
        let mut starts = vec![0; rows + 1];
        for &(row, _, _) in &entries {
            starts[row as usize + 1] += 1;
        }
        for row in 0..rows {
            starts[row + 1] += starts[row];
        }
        Sparse {
            starts,
            columns: entries.iter().map(|entry| entry.1).collect(),
            coefficients: entries.iter().map(|entry| entry.2).collect(),
        }
    }

    pub(super) fn rows(&self) -> usize {
        self.starts.len() - 1
    }

    fn row(&self, row: usize) -> impl Iterator<Item = (usize, f64)> {
        let entries = self.starts[row]..self.starts[row + 1];
        let columns = self.columns[entries.clone()].iter();
        let pairs = columns.zip(&self.coefficients[entries]);
        pairs.map(|(&column, &coefficient)| (column as usize, coefficient))
    }

    /// The product of a row with `point`.
    #[inline(always)]
    pub(super) fn product(&self, row: usize, point: &[f64]) -> f64 {
        let mut sum = 0.0;
        for (column, coefficient) in self.row(row) {
            sum += coefficient * point[column];
        }
        sum
    }

    /// The transposed matrix with the opposite signs, which has so many rows.
    pub(super) fn transposed_negative(&self, rows: usize) -> Sparse {
        let entries = (0..self.rows()).flat_map(|row| {
            let entries = self.row(row);
            entries.map(move |(column, coefficient)| (column as u32, row as u32, -coefficient))
        });
        Sparse::new(rows, entries.collect())
    }

    /// The squares of the factors of rows and columns that balance the matrix, so that it has a norm of at most 1.
    /// `transposed` is its transposed matrix. The first row and the first column are left out, with 0.
    pub(super) fn balancing(&self, transposed: &Sparse) -> [Vec<f64>; 2] {
        let mut factors = [self, transposed].map(|matrix| vec![1.0; matrix.rows()]);
        factors.iter_mut().for_each(|factors| factors[0] = 0.0);
        for round in 0..=ROUNDS {
            // The last round is that of Pock and Chambolle, which bounds the norm.
            let add: fn(f64, f64) -> f64 = if round < ROUNDS { f64::max } else { |sum, size| sum + size };
            let [rows, columns] = &factors;
            let sizes = [self.sizes([rows, columns], add), transposed.sizes([columns, rows], add)];
            for (factors, sizes) in factors.iter_mut().zip(sizes) {
                let sized = factors.iter_mut().zip(sizes).filter(|(_, size)| *size > 0.0);
                sized.for_each(|(factor, size)| *factor /= size.sqrt());
            }
        }
        factors.map(|factors| factors.iter().map(|factor| factor * factor).collect())
    }

    /// The absolute coefficients of each row times the factors, put together by `add`.
    fn sizes(&self, [rows, columns]: [&[f64]; 2], add: fn(f64, f64) -> f64) -> Vec<f64> {
        let size = |row: usize| {
            let sizes = self.row(row).map(|(column, coefficient)| (coefficient * columns[column]).abs());
            rows[row] * sizes.fold(0.0, add)
        };
        (0..self.rows()).map(size).collect()
    }
}
