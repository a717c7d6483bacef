//! Information sets whose rows a table has.

use arrayvec::ArrayVec;
use cardsharp_solvers::sampled::{Numbering, RowKey};

use crate::{DigitLayout, StrategyTable, Unvisited};

/// Information sets that number the rows of a table.
pub trait TableInfosets: Send + Sync {
    /// Their name.
    fn name(&self) -> &'static str;

    /// What a player keeps in mind, in one line.
    fn summary(&self) -> &'static str;

    /// The numbering of the rows.
    fn numbering(&self) -> Numbering;

    /// The number of rows, if they are counted without a table.
    fn rows(&self) -> Option<u64> {
        None
    }

    /// The parts of the information sets, and the digits that they are in the numbers of the rows. `None` if rows are
    /// not numbered in advance.
    fn layout(&self) -> Option<DigitLayout> {
        None
    }
}

/// A row of the information sets, and its candidates.
#[derive(Clone, Debug)]
pub struct InfosetRow<A, const N: usize> {
    /// The actions that are considered: some or all of the legal ones. Every position of the row has as many, in an
    /// order with the same meaning. Empty where nobody acts.
    pub candidates: ArrayVec<A, N>,
    /// The row. It has no meaning if there is only one candidate, except to information sets that say otherwise.
    pub row: RowKey,
}

impl<A, const N: usize> InfosetRow<A, N> {
    /// The row of a position with this candidate only.
    pub fn only(action: A) -> Self {
        InfosetRow { candidates: [action].into_iter().collect(), row: RowKey(0) }
    }

    /// The number of the row where there is a choice.
    pub fn chosen_row(&self) -> Option<u64> {
        (self.candidates.len() > 1).then_some(self.row.0)
    }

    /// True if training visited the row; `None` where there is no choice.
    pub fn visited(&self, table: &StrategyTable) -> Option<bool> {
        let row = self.chosen_row()?;
        let mut shares = [0.0; N];
        Some(table.row(RowKey(row), &mut shares[..self.candidates.len()]))
    }

    /// The candidates, each with its probability. `unvisited` says what they have if the table has no row.
    pub fn weigh(self, table: &StrategyTable, unvisited: Unvisited) -> ArrayVec<(A, f64), N> {
        let count = self.candidates.len();
        let mut shares = [0.0; N];
        match unvisited {
            Unvisited::Uniform => shares[..count].fill(1.0 / count as f64),
            Unvisited::First => shares[..count.min(1)].fill(1.0),
        }
        if count > 1 {
            table.row(self.row, &mut shares[..count]);
        }
        self.candidates.into_iter().zip(shares).collect()
    }
}
