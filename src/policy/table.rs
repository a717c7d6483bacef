//! A strategy as a table: row by row, how often each action is taken.

use cardsharp_solvers::sampled::{RowKey, Snapshot, home_slot};
use thiserror::Error;

use super::container::{ContainerError, Element, Reader, Section};

/// Probabilities of actions, by row. What a row means is the business of the information sets it
/// was trained with.
#[derive(Debug)]
pub struct StrategyTable {
    cells: Cells,
    index: Option<Index>,
}

/// How often each action was taken: in proportion, to any sum; all zero where nothing is known.
#[derive(Debug)]
enum Cells {
    Full(Vec<f32>),
    Quantized(Vec<u8>),
}

/// Finds the first cell of a row among rows that do not all have a place: linear probing, never
/// full.
#[derive(Debug)]
struct Index {
    /// 0 marks an empty slot.
    keys: Vec<u64>,
    firsts: Vec<u32>,
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
    /// The average strategy of a solver.
    pub fn of_snapshot(snapshot: &Snapshot<'_>) -> StrategyTable {
        // Each cell is a regret and the sum of the average.
        let averages = snapshot.floats.iter().skip(1).step_by(2);
        let index = (!snapshot.keys.is_empty()).then(|| {
            let firsts = snapshot.firsts.iter().map(|first| first - 1);
            Index::new(snapshot.keys.iter().copied().zip(firsts))
        });
        StrategyTable {
            cells: Cells::Full(averages.copied().collect()),
            index,
        }
    }

    /// The probabilities of a row with `out.len()` actions; `false`, and `out` untouched, if
    /// nothing is known of it.
    #[inline]
    pub fn row(&self, key: RowKey, out: &mut [f64]) -> bool {
        let first = match &self.index {
            None => key.0 as usize,
            Some(index) => match index.find(key.0) {
                Some(first) => first,
                None => return false,
            },
        };
        let range = first..first + out.len();
        match &self.cells {
            Cells::Full(cells) => cells.get(range).is_some_and(|row| normalize(row, out)),
            Cells::Quantized(cells) => cells.get(range).is_some_and(|row| normalize(row, out)),
        }
    }

    /// Cells in all.
    pub fn len(&self) -> usize {
        match &self.cells {
            Cells::Full(cells) => cells.len(),
            Cells::Quantized(cells) => cells.len(),
        }
    }

    /// Whether there is no cell.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Rows stored; none where every row has its place.
    pub fn rows(&self) -> Option<usize> {
        let index = self.index.as_ref()?;
        Some(index.keys.iter().filter(|&&key| key != 0).count())
    }

    /// The keys of the rows stored; none where every row has its place.
    pub fn keys(&self) -> impl Iterator<Item = RowKey> {
        let keys = self.index.iter().flat_map(|index| &index.keys);
        keys.filter(|&&key| key != 0).map(|&key| RowKey(key))
    }

    /// A table of quantized probabilities; `cells` has one for each cell of a dense numbering.
    pub fn quantized(cells: Vec<u8>) -> StrategyTable {
        StrategyTable {
            cells: Cells::Quantized(cells),
            index: None,
        }
    }

    /// The sections of a file.
    pub fn sections(&self) -> Vec<Section<'_>> {
        let mut sections = match &self.cells {
            Cells::Full(cells) => vec![Section::new(CELLS, cells)],
            Cells::Quantized(cells) => vec![Section::new(CELLS, cells).compressed()],
        };
        if let Some(index) = &self.index {
            sections.push(Section::new(KEYS, &index.keys));
            sections.push(Section::new(FIRSTS, &index.firsts));
        }
        sections
    }

    /// Reads the sections of a file. `dense_cells` is the number of cells its information sets
    /// have, if they are numbered without gaps.
    pub fn read(reader: &Reader, dense_cells: Option<u64>) -> Result<StrategyTable, TableError> {
        let inconsistent = |what| TableError::Inconsistent {
            file: reader.path().display().to_string(),
            what,
        };
        let quantized = reader
            .sections()
            .any(|entry| entry.name == CELLS && entry.element == Element::U8);
        let cells = if quantized {
            let limit =
                dense_cells.ok_or_else(|| inconsistent("quantized cells without places"))?;
            Cells::Quantized(reader.section_within(CELLS, limit)?)
        } else {
            Cells::Full(reader.section(CELLS)?)
        };
        let index = match dense_cells {
            Some(_) => None,
            None => Some(Index {
                keys: reader.section(KEYS)?,
                firsts: reader.section(FIRSTS)?,
            }),
        };
        let table = StrategyTable { cells, index };
        if dense_cells.is_some_and(|cells| cells != table.len() as u64) {
            return Err(inconsistent(
                "the strategy has another length than its information sets",
            ));
        }
        if table.index.as_ref().is_some_and(|index| !index.is_sound()) {
            return Err(inconsistent("the index of the rows is not one"));
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

impl Index {
    fn new(rows: impl ExactSizeIterator<Item = (u64, u32)>) -> Index {
        let slots = rows.len() * 4 / 3 + 2;
        let mut index = Index {
            keys: vec![0; slots],
            firsts: vec![0; slots],
        };
        for (key, first) in rows {
            let mut slot = home_slot(key, slots);
            while index.keys[slot] != 0 {
                slot = (slot + 1) % slots;
            }
            index.keys[slot] = key;
            index.firsts[slot] = first;
        }
        index
    }

    /// A search in it ends.
    fn is_sound(&self) -> bool {
        self.keys.len() == self.firsts.len() && self.keys.contains(&0)
    }

    #[inline]
    fn find(&self, key: u64) -> Option<usize> {
        let slots = self.keys.len();
        let mut slot = home_slot(key, slots);
        loop {
            match self.keys[slot] {
                0 => return None,
                found if found == key => return Some(self.firsts[slot] as usize),
                _ => slot = if slot + 1 == slots { 0 } else { slot + 1 },
            }
        }
    }
}
