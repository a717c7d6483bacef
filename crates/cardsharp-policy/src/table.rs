//! A strategy as a table: each row has the probabilities of the actions of one information set.

use std::ops::Range;
use std::path::Path;

use cardsharp_solvers::sampled::{RowKey, Snapshot};
use thiserror::Error;

use super::container::{ContainerError, Element, FileFault, Reader, Section};
use super::index::{GroupOf, Index};
use super::rows::Weights;

/// Probabilities of actions, by row. The information sets that the table was trained with give the meaning of a row.
#[derive(Debug)]
pub struct StrategyTable {
    cells: Cells,
    index: Option<Index>,
}

/// The weight of each action, proportional to its probability. A row may have any sum; it is zero if the row is
/// unknown. [`Cells::check`] makes sure that some row is known, and that every number is finite and not negative.
#[derive(Debug)]
enum Cells {
    Full(Vec<f32>),
    Quantized(Vec<u8>),
}

impl Cells {
    fn len(&self) -> usize {
        match self {
            Cells::Full(cells) => cells.len(),
            Cells::Quantized(cells) => cells.len(),
        }
    }

    /// Returns a description of the fault if the cells are no strategy.
    fn check(&self) -> Result<(), &'static str> {
        let (shares, known) = match self {
            Cells::Full(cells) => {
                (cells.iter().all(|cell| (0.0..=f32::MAX).contains(cell)), cells.iter().any(|&cell| cell > 0.0))
            }
            Cells::Quantized(cells) => (true, cells.iter().any(|&cell| cell > 0)),
        };
        match (shares, known) {
            (false, _) => Err("the strategy has a number that is NaN, infinite or negative"),
            (true, false) => Err("the strategy is zero in every row, so that none is known"),
            (true, true) => Ok(()),
        }
    }
}

/// The way in which the rows of a table are found.
#[derive(Clone, Copy, Debug)]
pub enum RowLookup {
    /// Every row is stored, and its key is the number of its first cell.
    Dense {
        /// The number of cells.
        cells: u64,
    },
    /// Only some rows are stored. They are found by their keys, group by group.
    Keyed {
        /// Returns the group of a row.
        group_of: GroupOf,
    },
}

/// The reason why a file's sections do not make a table.
#[derive(Debug, Error)]
pub enum TableError {
    /// The file cannot be read.
    #[error(transparent)]
    Container(#[from] ContainerError),
    /// The file was read, but its sections contradict each other.
    #[error("{file}: {what}; the file was not written by a sound cardsharp: train or export it again")]
    Inconsistent {
        /// The file.
        file: String,
        /// A description of the fault.
        what: &'static str,
    },
}

const CELLS: &str = "strategy";
const KEYS: &str = "keys";
const FIRSTS: &str = "firsts";

impl StrategyTable {
    /// The average strategy of a solver. `group_of` returns the group of a row. It is used only if
    /// the snapshot does not store every row.
    pub fn of_snapshot(snapshot: Snapshot<'_>, group_of: GroupOf) -> StrategyTable {
        // Each cell of the snapshot is a regret and the sum of the average strategy.
        let average = |cell: usize| snapshot.floats[2 * cell + 1];
        let count = snapshot.floats.len() / 2;
        if snapshot.keys.is_empty() {
            return StrategyTable { cells: Cells::Full((0..count).map(average).collect()), index: None };
        }
        let (keys, firsts) = (snapshot.keys, snapshot.firsts);
        let (index, cells) = Index::new(keys, firsts, count, average, group_of);
        StrategyTable { cells: Cells::Full(cells), index: Some(index) }
    }

    /// Writes the probabilities of a row with `out.len()` actions. Returns `false`, and leaves `out`
    /// untouched, if the row is unknown.
    #[inline]
    pub fn row(&self, key: RowKey, out: &mut [f64]) -> bool {
        let first = match &self.index {
            None => Some(key.0 as usize),
            Some(index) => index.find(key),
        };
        first.is_some_and(|first| self.row_from(first, out))
    }

    /// Calls `each` with every row of a group and the row's first cell, which [`StrategyTable::row_from`] takes.
    pub fn for_each_of_group(&self, group: u64, mut each: impl FnMut(RowKey, usize)) {
        let rows = self.index.iter().flat_map(|index| index.group(group));
        rows.for_each(|(key, first)| each(key, first));
    }

    /// As [`StrategyTable::row`], for the row of `out.len()` actions that begins at the cell `first`.
    #[inline]
    pub fn row_from(&self, first: usize, out: &mut [f64]) -> bool {
        let range = first..first + out.len();
        match &self.cells {
            Cells::Full(cells) => cells.get(range).is_some_and(|row| normalize(row, out)),
            Cells::Quantized(cells) => cells.get(range).is_some_and(|row| normalize(row, out)),
        }
    }

    /// The number of cells.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// True if there is no cell.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of rows stored. `None` if every row is stored without a key.
    pub fn rows(&self) -> Option<usize> {
        self.index.as_ref().map(Index::len)
    }

    /// The weights of all rows, without a copy.
    pub fn weights(&self) -> Weights<'_> {
        match &self.cells {
            Cells::Full(cells) => Weights::F32(cells),
            Cells::Quantized(cells) => Weights::U8(cells),
        }
    }

    /// The keys and the cells of the rows of `range`, of those that are stored by their keys.
    pub fn keyed_rows(&self, range: Range<usize>) -> impl Iterator<Item = (RowKey, Range<usize>)> + '_ {
        let (keys, firsts) = match &self.index {
            Some(index) => (index.keys(), index.firsts()),
            None => (&[][..], &[][..]),
        };
        range.map(move |row| {
            let end = firsts.get(row + 1).map_or(self.len(), |&end| end as usize);
            (RowKey(keys[row]), firsts[row] as usize..end)
        })
    }

    /// A table of quantized probabilities. `cells` has one byte for each cell of a dense numbering.
    pub fn quantized(cells: Vec<u8>) -> StrategyTable {
        StrategyTable { cells: Cells::Quantized(cells), index: None }
    }

    /// The cells of a quantized table. `None` if the table is not quantized.
    pub fn bytes(&self) -> Option<&[u8]> {
        match &self.cells {
            Cells::Full(_) => None,
            Cells::Quantized(cells) => Some(cells),
        }
    }

    /// The sections of the table, for the file that is to be written to `path`.
    ///
    /// # Errors
    ///
    /// [`FileFault::Senseless`] if [`StrategyTable::read`] would refuse the table.
    pub fn sections(&self, path: &Path) -> Result<Vec<Section<'_>>, ContainerError> {
        let senseless = |what| FileFault::Senseless { what }.at(path);
        self.cells.check().map_err(senseless)?;
        let mut sections = match &self.cells {
            Cells::Full(cells) => vec![Section::new(CELLS, cells)],
            Cells::Quantized(cells) => vec![Section::new(CELLS, cells).compressed()],
        };
        if let Some(index) = &self.index {
            sections.push(Section::new(KEYS, index.keys()));
            sections.push(Section::new(FIRSTS, index.firsts()));
        }
        Ok(sections)
    }

    /// Reads a table from the sections of a file. `lookup` is the way in which its rows are found.
    pub fn read(reader: &Reader, lookup: RowLookup) -> Result<StrategyTable, TableError> {
        let inconsistent = |what| TableError::Inconsistent { file: reader.path().display().to_string(), what };
        let quantized = reader.sections().any(|entry| entry.name == CELLS && entry.element == Element::U8);
        let cells = if quantized {
            let RowLookup::Dense { cells } = lookup else {
                return Err(inconsistent("quantized cells without places"));
            };
            Cells::Quantized(reader.section_within(CELLS, cells)?)
        } else {
            Cells::Full(reader.section(CELLS)?)
        };
        let index = match lookup {
            RowLookup::Dense { .. } => None,
            RowLookup::Keyed { group_of } => {
                let (keys, firsts) = (reader.section(KEYS)?, reader.section(FIRSTS)?);
                let index = Index::sorted(keys, firsts, cells.len(), group_of);
                Some(index.ok_or_else(|| inconsistent("the index of the rows is not one"))?)
            }
        };
        cells.check().map_err(inconsistent)?;
        let table = StrategyTable { cells, index };
        if matches!(lookup, RowLookup::Dense { cells } if cells != table.len() as u64) {
            return Err(inconsistent("the strategy has another length than its information sets"));
        }
        Ok(table)
    }
}

#[inline(always)]
fn normalize<T: Copy + Into<f64>>(row: &[T], out: &mut [f64]) -> bool {
    let mut sum = 0.0;
    for &share in row {
        sum += share.into();
    }
    if sum <= 0.0 {
        return false;
    }
    let scale = 1.0 / sum;
    for (share, &cell) in out.iter_mut().zip(row) {
        *share = cell.into() * scale;
    }
    true
}
