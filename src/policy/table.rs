//! A strategy as a table: row by row, how often each action is taken.

use std::path::Path;

use cardsharp_solvers::sampled::{RowKey, Snapshot};
use thiserror::Error;

use super::container::{ContainerError, Element, Reader, Section};
use super::index::{GroupOf, Index};

/// Probabilities of actions, by row. What a row means is the business of the information sets it
/// was trained with.
#[derive(Debug)]
pub struct StrategyTable {
    cells: Cells,
    index: Option<Index>,
}

/// How often each action was taken: in proportion, to any sum; all zero where nothing is known. Some row
/// is known, and every number is finite and not negative: [`Cells::check`].
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

    /// Says what is wrong with them, if they are no strategy.
    fn check(&self) -> Result<(), &'static str> {
        let (shares, known) = match self {
            Cells::Full(cells) => (
                cells.iter().all(|cell| (0.0..=f32::MAX).contains(cell)),
                cells.iter().any(|&cell| cell > 0.0),
            ),
            Cells::Quantized(cells) => (true, cells.iter().any(|&cell| cell > 0)),
        };
        match (shares, known) {
            (false, _) => Err("the strategy has a number that is NaN, infinite or negative"),
            (true, false) => Err("the strategy is zero in every row, so that none is known"),
            (true, true) => Ok(()),
        }
    }
}

/// Where the rows of a table are.
#[derive(Clone, Copy, Debug)]
pub enum Places {
    /// Every row has its place; there are this many cells.
    Dense {
        /// Cells in all.
        cells: u64,
    },
    /// Rows are found by their keys, of which this says what lies together.
    Keyed {
        /// The group of a row.
        group_of: GroupOf,
    },
}

/// Why a file's sections do not make a table.
#[derive(Debug, Error)]
pub enum TableError {
    /// The file is not to be read.
    #[error(transparent)]
    Container(#[from] ContainerError),
    /// It was read, but its parts contradict each other.
    #[error(
        "{file}: {what}; the file was not written by a sound cardsharp: train or export it again"
    )]
    Inconsistent {
        /// The file.
        file: String,
        /// What is wrong.
        what: &'static str,
    },
}

const CELLS: &str = "strategy";
const KEYS: &str = "keys";
const FIRSTS: &str = "firsts";

impl StrategyTable {
    /// The average strategy of a solver; `group_of` says which rows lie together where they do not
    /// all have a place.
    pub fn of_snapshot(snapshot: Snapshot<'_>, group_of: GroupOf) -> StrategyTable {
        // Each cell is a regret and the sum of the average.
        let average = |cell: usize| snapshot.floats[2 * cell + 1];
        let count = snapshot.floats.len() / 2;
        if snapshot.keys.is_empty() {
            return StrategyTable {
                cells: Cells::Full((0..count).map(average).collect()),
                index: None,
            };
        }
        let (keys, places) = (snapshot.keys, snapshot.firsts);
        let (index, cells) = Index::new(keys, places, count, average, group_of);
        StrategyTable {
            cells: Cells::Full(cells),
            index: Some(index),
        }
    }

    /// The probabilities of a row with `out.len()` actions; `false`, and `out` untouched, if
    /// nothing is known of it.
    #[inline]
    pub fn row(&self, key: RowKey, out: &mut [f64]) -> bool {
        let first = match &self.index {
            None => Some(key.0 as usize),
            Some(index) => index.find(key),
        };
        first.is_some_and(|first| self.row_from(first, out))
    }

    /// Calls `each` with every row of a group and where it begins, for [`StrategyTable::row_from`] to
    /// read it.
    pub fn for_each_of_group(&self, group: u64, mut each: impl FnMut(RowKey, usize)) {
        let rows = self.index.iter().flat_map(|index| index.group(group));
        rows.for_each(|(key, first)| each(key, first));
    }

    /// The probabilities of the row of `out.len()` actions that begins at the cell `first`.
    #[inline]
    pub fn row_from(&self, first: usize, out: &mut [f64]) -> bool {
        let range = first..first + out.len();
        match &self.cells {
            Cells::Full(cells) => cells.get(range).is_some_and(|row| normalize(row, out)),
            Cells::Quantized(cells) => cells.get(range).is_some_and(|row| normalize(row, out)),
        }
    }

    /// Cells in all.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether there is no cell.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Rows stored; none where every row has its place.
    pub fn rows(&self) -> Option<usize> {
        self.index.as_ref().map(Index::len)
    }

    /// A table of quantized probabilities; `cells` has one for each cell of a dense numbering.
    pub fn quantized(cells: Vec<u8>) -> StrategyTable {
        StrategyTable {
            cells: Cells::Quantized(cells),
            index: None,
        }
    }

    /// The cells of a quantized table.
    pub fn bytes(&self) -> Option<&[u8]> {
        match &self.cells {
            Cells::Full(_) => None,
            Cells::Quantized(cells) => Some(cells),
        }
    }

    /// The sections of the file that is about to be written to `path`.
    ///
    /// # Errors
    ///
    /// [`ContainerError::Senseless`] if the table is not one that [`StrategyTable::read`] would take.
    pub fn sections(&self, path: &Path) -> Result<Vec<Section<'_>>, ContainerError> {
        let senseless = |what| ContainerError::Senseless {
            path: path.to_owned(),
            what,
        };
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

    /// Reads the sections of a file, whose rows have their places or are found by their keys.
    pub fn read(reader: &Reader, places: Places) -> Result<StrategyTable, TableError> {
        let inconsistent = |what| TableError::Inconsistent {
            file: reader.path().display().to_string(),
            what,
        };
        let quantized = reader
            .sections()
            .any(|entry| entry.name == CELLS && entry.element == Element::U8);
        let cells = if quantized {
            let Places::Dense { cells } = places else {
                return Err(inconsistent("quantized cells without places"));
            };
            Cells::Quantized(reader.section_within(CELLS, cells)?)
        } else {
            Cells::Full(reader.section(CELLS)?)
        };
        let index = match places {
            Places::Dense { .. } => None,
            Places::Keyed { group_of } => {
                let (keys, firsts) = (reader.section(KEYS)?, reader.section(FIRSTS)?);
                let index = Index::sorted(keys, firsts, cells.len(), group_of);
                Some(index.ok_or_else(|| inconsistent("the index of the rows is not one"))?)
            }
        };
        cells.check().map_err(inconsistent)?;
        let table = StrategyTable { cells, index };
        if matches!(places, Places::Dense { cells } if cells != table.len() as u64) {
            return Err(inconsistent(
                "the strategy has another length than its information sets",
            ));
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
