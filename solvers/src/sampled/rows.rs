//! The table with the regrets and the average of each information set.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

use thiserror::Error;

use super::Numbering;
use super::cells::{Cells, zeroed};

/// The key of a row. Its abstraction defines the meaning ([`Numbering`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RowKey(pub u64);

/// The memory of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    /// The number of bytes in all, once every page is touched.
    pub bytes: u64,
    /// The number of rows that fit; `None` if every row has its place.
    pub row_capacity: Option<u64>,
}

/// The reason that a table cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RowsError {
    /// The table would take too much memory.
    #[error(
        "the table needs {needed} bytes and at most {allowed} are allowed: allow more memory or choose smaller information sets"
    )]
    TooLarge {
        /// The number of bytes needed.
        needed: u64,
        /// The number of bytes allowed.
        allowed: u64,
    },
}

/// The bytes of one hashed row without its cells: the key and the number of its first cell. The
/// table is at most three quarters full.
const SLOT_BYTES: u64 = 12;
/// The number of cells reserved for a hashed row on average. Most information sets are deep, where
/// few cards are left to choose from.
const CELLS_PER_ROW: u64 = 3;
/// The bytes of a cell: a regret and an average, both f32.
const CELL_BYTES: u64 = 8;
/// The bytes that a checkpoint copies of a hashed row while it is written.
const SAVE_BYTES: u64 = 12;
/// The mark of a row that was added when the cells had just run out.
const NO_CELLS: u32 = u32::MAX;

/// The table of a sampled solver. It holds for every action of a row its regret and, right behind
/// it in the same cache line, the sum of its average strategy.
pub struct Rows {
    cells: Cells,
    index: Option<Index>,
}

/// The keys of a hashed table's rows, and the first cell of each row, plus 1.
pub(super) type KeysAndFirsts = (Vec<u64>, Vec<u32>);

/// The index of hashed rows: open addressing with linear probing. Rows are added but never removed.
struct Index {
    keys: Vec<AtomicU64>,
    /// The first cell plus 1; 0 while the row is being added.
    firsts: Vec<AtomicU32>,
    rows: AtomicU64,
    next_cell: AtomicU64,
    full: AtomicBool,
    row_capacity: u64,
    cell_capacity: u64,
}

impl Rows {
    /// The memory that a table for `numbering` would take. A dense table takes exactly what it
    /// needs. A hashed table takes all that is allowed, or less if it cannot have that many rows.
    pub fn memory(numbering: Numbering, allowed: u64) -> Memory {
        match numbering {
            Numbering::Dense { cells } => Memory { bytes: cells * CELL_BYTES, row_capacity: None },
            Numbering::Hashed { at_most } => {
                let per_row = SLOT_BYTES * 4 / 3 + CELLS_PER_ROW * CELL_BYTES + SAVE_BYTES;
                let fitting = allowed / per_row;
                let rows = at_most.map_or(fitting, |most| fitting.min(most + 1));
                // The first cells are numbered in 32 bits.
                let rows = rows.min(u64::from(u32::MAX) / CELLS_PER_ROW - 1).max(16);
                Memory { bytes: rows * per_row, row_capacity: Some(rows) }
            }
        }
    }

    /// The memory of a table for `numbering`, if it fits into `allowed` bytes.
    ///
    /// # Errors
    ///
    /// [`RowsError::TooLarge`] if it does not fit.
    pub fn fits(numbering: Numbering, allowed: u64) -> Result<Memory, RowsError> {
        let memory = Self::memory(numbering, allowed);
        if memory.bytes > allowed {
            return Err(RowsError::TooLarge { needed: memory.bytes, allowed });
        }
        Ok(memory)
    }

    /// An empty table, if it fits into `allowed` bytes.
    pub fn new(numbering: Numbering, allowed: u64) -> Result<Rows, RowsError> {
        let memory = Self::fits(numbering, allowed)?;
        Ok(match (numbering, memory.row_capacity) {
            (Numbering::Dense { cells }, _) => Rows { cells: Cells::zeroed(2 * cells as usize), index: None },
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

    /// The index of the row's floats, and true if the row is new. A row that a hashed table does
    /// not have yet is added if `may_add` is true and there is room.
    #[inline(always)]
    pub(super) fn locate(&self, key: RowKey, actions: usize, may_add: bool) -> (Option<usize>, bool) {
        match &self.index {
            None => (Some(2 * key.0 as usize), false),
            Some(index) => index.locate(key.0, actions, may_add),
        }
    }

    #[inline(always)]
    pub(super) fn cells(&self) -> &Cells {
        &self.cells
    }

    /// The number of rows stored; `None` for a dense table, where every row has its place.
    pub fn stored(&self) -> Option<u64> {
        self.index.as_ref().map(|index| index.rows.load(Ordering::Relaxed))
    }

    /// Writes the average strategy of a row with `out.len()` actions. Returns `false`, and leaves
    /// `out` untouched, if no other player's traversal has visited the row.
    pub fn average(&self, key: RowKey, out: &mut [f64]) -> bool {
        self.find(key).is_some_and(|first| self.cells.average(first, out))
    }

    /// The first of a row's floats.
    fn find(&self, key: RowKey) -> Option<usize> {
        match &self.index {
            None => Some(2 * key.0 as usize),
            Some(index) => index.find(key.0),
        }
    }

    /// Writes the regrets of a row with `out.len()` actions. Returns `false`, and leaves `out`
    /// untouched, if it is not stored.
    pub fn regrets(&self, key: RowKey, out: &mut [f64]) -> bool {
        let Some(first) = self.find(key) else {
            return false;
        };
        for (action, regret) in out.iter_mut().enumerate() {
            *regret = f64::from(self.cells.get(first + 2 * action));
        }
        true
    }

    /// The data of a checkpoint: the floats of the table and, for a hashed one, its keys and first cells.
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

    /// Restores a row from a checkpoint. Returns `false` if it does not fit.
    pub(super) fn restore_row(&self, key: u64, first: u32) -> bool {
        self.index.as_ref().is_some_and(|index| index.restore(key, first))
    }

    /// Marks the first `floats` numbers of a hashed table as taken.
    pub(super) fn restore_used(&self, floats: usize) {
        if let Some(index) = &self.index {
            index.next_cell.store(floats as u64 / 2, Ordering::Relaxed);
        }
    }
}

/// The slot, among `slots`, at which the search for `key` begins.
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
            keys: zeroed(slots),
            firsts: zeroed(slots),
            rows: AtomicU64::new(0),
            next_cell: AtomicU64::new(0),
            full: AtomicBool::new(false),
            row_capacity,
            cell_capacity,
        }
    }

    fn next(&self, slot: usize) -> usize {
        if slot + 1 == self.keys.len() { 0 } else { slot + 1 }
    }

    /// The slot that holds `key`, or the empty slot for it; true if it holds the key. The search
    /// ends because a quarter of the slots stays empty.
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

    /// The index of the floats of the row in `slot`. Another thread may have stored the key and
    /// need a few instructions more to store the cells.
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
            let claim = self.keys[slot].compare_exchange(0, key, Ordering::AcqRel, Ordering::Acquire);
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
