//! The mean error of a network at each leaf.

use crate::policy::LeafTable;

/// The number of solved hands of a leaf that count as much as the knowledge that errors are small: the best
/// linear estimate of the error that stays at a leaf multiplies the mean of k errors by k / (k + 4.5), since
/// 0.18 of the variance of the errors stays. That was measured with 5 ranks and trunks of three tricks.
const PRIOR: f32 = 4.5;

/// The errors of a network in solved hands, summed up for each leaf. A network has two kinds of errors: those
/// that stay at a public state, which a mean finds out, and those that change with the ranges.
#[derive(Clone, Debug, PartialEq)]
pub struct Corrections {
    /// The sums of the errors of the outputs, and then the number of solved hands.
    sums: LeafTable,
}

impl Corrections {
    /// No errors yet of a network with so many outputs.
    pub fn new(outputs: usize) -> Corrections {
        Corrections { sums: LeafTable::new(outputs + 1) }
    }

    /// Errors from their [`Corrections::sums`]. None if these are of another network.
    pub fn of(outputs: usize, sums: LeafTable) -> Option<Corrections> {
        (sums.width() == outputs + 1).then_some(Corrections { sums })
    }

    /// The sums of the errors of the outputs, and then the number of solved hands, for each leaf.
    pub fn sums(&self) -> &LeafTable {
        &self.sums
    }

    /// Adds the errors of a solved hand at a leaf: for each output the value less that of the network.
    pub fn add(&mut self, history: u64, errors: impl Iterator<Item = f32>) {
        let row = self.sums.row_mut(history);
        for (sum, error) in row.iter_mut().zip(errors.chain([1.0])) {
            *sum += error;
        }
    }

    /// For each leaf the numbers to add to the outputs of the network.
    pub fn to_add(&self) -> LeafTable {
        let outputs = self.sums.width() - 1;
        self.sums.map(outputs, |row| {
            let whole = row[outputs] + PRIOR;
            row[..outputs].iter().map(|sum| sum / whole).collect()
        })
    }
}

#[cfg(test)]
#[path = "../../tests/unit/leaf_values/corrections.rs"]
mod tests;
