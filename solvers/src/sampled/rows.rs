//! Where the regrets and the average of each information set lie.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

use thiserror::Error;

use super::Numbering;
use super::cells::Cells;

/// The name of a row; what it means is its abstraction's business ([`Numbering`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RowKey(pub u64);

/// Memory that a table takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    /// Bytes in all, once every page is touched.
    pub bytes: u64,
    /// Rows that fit; none where every row has its place.
    pub row_capacity: Option<u64>,
}

/// Why a table cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RowsError {
    /// It would take too much memory.
    #[error(
        "the table needs {needed} bytes and at most {allowed} are allowed: allow more memory or choose smaller information sets"
    )]
    TooLarge {
        /// Bytes needed.
        needed: u64,
        /// Bytes allowed.
        allowed: u64,
    },
}

/// Bytes of one hashed row without its cells: the key and where its cells are, at three quarters
/// full.
const SLOT_BYTES: u64 = 12;
/// Cells set aside for a hashed row on average: most information sets are deep, where few cards are
/// left to choose from.
const CELLS_PER_ROW: u64 = 3;
/// A cell is a regret and an average, both f32.
const CELL_BYTES: u64 = 8;
/// What a checkpoint copies of a hashed row while it is written.
const SAVE_BYTES: u64 = 12;
/// The mark of a row that came when the cells had just run out.
const NO_CELLS: u32 = u32::MAX;

/// The table of a sampled solver: for every action of a row its regret and, right behind it in the
/// same cache line, the sum of its average strategy.
pub struct Rows {
    cells: Cells,
    index: Option<Index>,
}

/// The keys of a hashed table's rows, and where the row of each begins: its first cell plus 1.
pub(super) type KeysAndFirsts = (Vec<u64>, Vec<u32>);

/// Finds the cells of a hashed row: open addressing with linear probing; rows are added but never
/// taken away.
struct Index {
    keys: Vec<AtomicU64>,
    /// First cell plus 1; 0 while the row is being added.
    firsts: Vec<AtomicU32>,
    rows: AtomicU64,
    next_cell: AtomicU64,
    full: AtomicBool,
    row_capacity: u64,
    cell_capacity: u64,
}

impl Rows {
    /// What a table for `numbering` would take: exactly what a dense one needs; a hashed one takes
    /// what is allowed, or less if there cannot be that many rows.
    pub fn memory(numbering: Numbering, allowed: u64) -> Memory {
        match numbering {
            Numbering::Dense { cells } => Memory {
                bytes: cells * CELL_BYTES,
                row_capacity: None,
            },
            Numbering::Hashed { at_most } => {
                let per_row = SLOT_BYTES * 4 / 3 + CELLS_PER_ROW * CELL_BYTES + SAVE_BYTES;
                let fitting = allowed / per_row;
                let rows = at_most.map_or(fitting, |most| fitting.min(most + 1));
                // First cells are numbered in 32 bits.
                let rows = rows.min(u64::from(u32::MAX) / CELLS_PER_ROW - 1).max(16);
                Memory {
                    bytes: rows * per_row,
                    row_capacity: Some(rows),
                }
            }
        }
    }

    /// What a table for `numbering` takes, if it fits into `allowed` bytes.
    ///
    /// # Errors
    ///
    /// [`RowsError::TooLarge`].
    pub fn fits(numbering: Numbering, allowed: u64) -> Result<Memory, RowsError> {
        let memory = Self::memory(numbering, allowed);
        if memory.bytes > allowed {
            return Err(RowsError::TooLarge {
                needed: memory.bytes,
                allowed,
            });
        }
        Ok(memory)
    }

    /// An empty table, if it fits into `allowed` bytes.
    pub fn new(numbering: Numbering, allowed: u64) -> Result<Rows, RowsError> {
        let memory = Self::fits(numbering, allowed)?;
        Ok(match (numbering, memory.row_capacity) {
            (Numbering::Dense { cells }, _) => Rows {
                cells: Cells::zeroed(2 * cells as usize),
                index: None,
            },
            (Numbering::Hashed { .. }, capacity) => {
                let row_capacity = capacity.unwrap_or(16);
                let cell_capacity = row_capacity * CELLS_PER_ROW;
                Rows {
                    cells: Cells::zeroed(2 * cell_capacity as usize),
                    index: Some(Index::new(row_capacity, cell_capacity)),
                }
            }
        })
    }

    /// Where the row's floats begin, and whether the row is new. A row that a hashed table has not
    /// yet is added if it `may_add` and there is room.
    #[inline(always)]
    pub(super) fn locate(
        &self,
        key: RowKey,
        actions: usize,
        may_add: bool,
    ) -> (Option<usize>, bool) {
        match &self.index {
            None => (Some(2 * key.0 as usize), false),
            Some(index) => index.locate(key.0, actions, may_add),
        }
    }

    #[inline(always)]
    pub(super) fn cells(&self) -> &Cells {
        &self.cells
    }

    /// Rows stored; none for a dense table, where every row has its place.
    pub fn stored(&self) -> Option<u64> {
        self.index
            .as_ref()
            .map(|index| index.rows.load(Ordering::Relaxed))
    }

    /// The sums of the average strategy of a row with `out.len()` actions; `false`, and `out`
    /// untouched, if the row was never visited by its opponent's traversals.
    pub fn average(&self, key: RowKey, out: &mut [f64]) -> bool {
        let first = match &self.index {
            None => Some(2 * key.0 as usize),
            Some(index) => index.find(key.0),
        };
        let Some(first) = first else { return false };
        let average = |action: usize| f64::from(self.cells.get(first + 2 * action + 1));
        let sum: f64 = (0..out.len()).map(average).sum();
        if sum <= 0.0 {
            return false;
        }
        for (action, share) in out.iter_mut().enumerate() {
            *share = average(action) / sum;
        }
        true
    }

    /// The regrets of a row with `out.len()` actions; `false`, and `out` untouched, if it is not stored.
    pub fn regrets(&self, key: RowKey, out: &mut [f64]) -> bool {
        let first = match &self.index {
            None => Some(2 * key.0 as usize),
            Some(index) => index.find(key.0),
        };
        let Some(first) = first else { return false };
        for (action, regret) in out.iter_mut().enumerate() {
            *regret = f64::from(self.cells.get(first + 2 * action));
        }
        true
    }

    /// The floats of the table and, for a hashed one, its keys and first cells: what a checkpoint
    /// saves.
    pub(super) fn parts(&mut self) -> (&mut [f32], Option<KeysAndFirsts>) {
        let index = self.index.as_ref().map(|index| {
            let used = index.keys.iter().zip(&index.firsts);
            used.map(|(key, first)| (key.load(Ordering::Relaxed), first.load(Ordering::Relaxed)))
                .filter(|&(key, first)| key != 0 && first != 0 && first != NO_CELLS)
                .unzip()
        });
        let used = match &self.index {
            Some(index) => 2 * index.next_cell.load(Ordering::Relaxed) as usize,
            None => usize::MAX,
        };
        let cells = self.cells.as_slice();
        let used = used.min(cells.len());
        (&mut cells[..used], index)
    }

    /// Puts a row back where a checkpoint had it; `false` if it does not fit.
    pub(super) fn restore_row(&self, key: u64, first: u32) -> bool {
        self.index
            .as_ref()
            .is_some_and(|index| index.restore(key, first))
    }

    /// Marks the first `floats` of a hashed table as taken.
    pub(super) fn restore_used(&self, floats: usize) {
        if let Some(index) = &self.index {
            index.next_cell.store(floats as u64 / 2, Ordering::Relaxed);
        }
    }
}

/// Where the search for `key` begins among `slots` slots.
#[inline(always)]
fn home_slot(key: u64, slots: usize) -> usize {
    // Fibonacci hashing, then the high bits scaled to the number of slots (Lemire).
    let mixed = (key ^ (key >> 29)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed ^ (mixed >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    ((u128::from(mixed) * slots as u128) >> 64) as usize
}

impl Index {
    fn new(row_capacity: u64, cell_capacity: u64) -> Index {
        let slots = (row_capacity * 4 / 3 + 1) as usize;
        Index {
            keys: std::iter::repeat_with(|| AtomicU64::new(0))
                .take(slots)
                .collect(),
            firsts: std::iter::repeat_with(|| AtomicU32::new(0))
                .take(slots)
                .collect(),
            rows: AtomicU64::new(0),
            next_cell: AtomicU64::new(0),
            full: AtomicBool::new(false),
            row_capacity,
            cell_capacity,
        }
    }

    fn next(&self, slot: usize) -> usize {
        if slot + 1 == self.keys.len() {
            0
        } else {
            slot + 1
        }
    }

    /// The slot that holds `key`, or the empty one where it belongs. Terminates because a quarter of
    /// the slots stays empty.
    #[inline(always)]
    fn slot(&self, key: u64) -> (usize, bool) {
        let mut slot = home_slot(key, self.keys.len());
        loop {
            match self.keys[slot].load(Ordering::Acquire) {
                0 => return (slot, false),
                found if found == key => return (slot, true),
                _ => slot = self.next(slot),
            }
        }
    }

    fn find(&self, key: u64) -> Option<usize> {
        match self.slot(key) {
            (slot, true) => self.first(slot),
            _ => None,
        }
    }

    /// Where the floats of the row in `slot` begin. Between a key's appearing and its cells' there
    /// are a few instructions of another thread.
    #[inline(always)]
    fn first(&self, slot: usize) -> Option<usize> {
        loop {
            match self.firsts[slot].load(Ordering::Acquire) {
                0 => std::hint::spin_loop(),
                NO_CELLS => return None,
                first => return Some(2 * (first as usize - 1)),
            }
        }
    }

    #[inline(always)]
    fn locate(&self, key: u64, actions: usize, may_add: bool) -> (Option<usize>, bool) {
        loop {
            let (slot, found) = self.slot(key);
            if found {
                return (self.first(slot), false);
            }
            if !may_add || self.full.load(Ordering::Relaxed) {
                return (None, false);
            }
            let claim =
                self.keys[slot].compare_exchange(0, key, Ordering::AcqRel, Ordering::Acquire);
            if claim.is_ok() {
                return (self.take_cells(slot, actions), true);
            }
        }
    }

    fn take_cells(&self, slot: usize, actions: usize) -> Option<usize> {
        let rows = 1 + self.rows.fetch_add(1, Ordering::Relaxed);
        let first = self.next_cell.fetch_add(actions as u64, Ordering::Relaxed);
        let end = first + actions as u64;
        if rows >= self.row_capacity || end > self.cell_capacity {
            self.full.store(true, Ordering::Relaxed);
        }
        if end > self.cell_capacity {
            self.next_cell.fetch_sub(actions as u64, Ordering::Relaxed);
            self.firsts[slot].store(NO_CELLS, Ordering::Release);
            return None;
        }
        self.firsts[slot].store(first as u32 + 1, Ordering::Release);
        Some(2 * first as usize)
    }

    fn restore(&self, key: u64, first: u32) -> bool {
        let (slot, found) = self.slot(key);
        if found || key == 0 || self.rows.load(Ordering::Relaxed) >= self.row_capacity {
            return false;
        }
        self.keys[slot].store(key, Ordering::Relaxed);
        self.firsts[slot].store(first, Ordering::Relaxed);
        self.rows.fetch_add(1, Ordering::Relaxed);
        true
    }
}
