//! Numbers for the leaves of a trunk, by the public actions that lead to each.

use rustc_hash::FxHashMap;

use cardsharp_policy::PolicyError;
use cardsharp_policy::container::{Reader, Section};

/// The sections of a policy file: the public actions of each leaf, and its numbers.
const LEAVES: &str = "promised_leaves";
const VALUES: &str = "promised";
/// The most bytes of a section.
const MAX_BYTES: u64 = 1 << 33;

/// A row of numbers for each of some leaves.
#[derive(Clone, Debug, PartialEq)]
pub struct LeafTable {
    width: usize,
    /// By [`HandState::history`](crate::infosets::HandState::history).
    rows: FxHashMap<u64, Vec<f32>>,
}

impl LeafTable {
    /// A table without leaves, for rows of `width` numbers.
    pub fn new(width: usize) -> LeafTable {
        LeafTable { width, rows: FxHashMap::default() }
    }

    /// The number of numbers in a row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// True if it has no leaf.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The numbers of a leaf, if it has any.
    pub fn row(&self, history: u64) -> Option<&[f32]> {
        self.rows.get(&history).map(Vec::as_slice)
    }

    /// The numbers of a leaf; zeros before they are set.
    pub fn row_mut(&mut self, history: u64) -> &mut [f32] {
        let row = self.rows.entry(history);
        row.or_insert_with(|| vec![0.0; self.width])
    }

    /// The table with a function of each row in its place.
    pub fn map(&self, width: usize, made: impl Fn(&[f32]) -> Vec<f32>) -> LeafTable {
        let rows = self.rows.iter();
        LeafTable { width, rows: rows.map(|(&history, row)| (history, made(row))).collect() }
    }

    /// The public actions of the leaves in ascending order, and the rows in the same order.
    pub fn parts(&self) -> (Vec<u64>, Vec<f32>) {
        let mut leaves: Vec<u64> = self.rows.keys().copied().collect();
        leaves.sort_unstable();
        let rows = leaves.iter().flat_map(|leaf| &self.rows[leaf]);
        let numbers = rows.copied().collect();
        (leaves, numbers)
    }

    /// A table from its [`LeafTable::parts`]. None if the lengths do not agree, a leaf is there twice, or a
    /// number is not finite.
    pub fn from_parts(width: usize, leaves: &[u64], numbers: &[f32]) -> Option<LeafTable> {
        let finite = numbers.iter().all(|number| number.is_finite());
        if leaves.len().checked_mul(width)? != numbers.len() || !finite {
            return None;
        }
        let rows = leaves.iter().zip(numbers.chunks_exact(width.max(1)));
        let rows: FxHashMap<u64, Vec<f32>> = rows.map(|(&leaf, row)| (leaf, row.to_vec())).collect();
        (rows.len() == leaves.len()).then_some(LeafTable { width, rows })
    }

    /// The table of a policy file with `outputs` numbers for each leaf, if it has one.
    pub(super) fn read(reader: &Reader, outputs: usize) -> Result<Option<LeafTable>, PolicyError> {
        if !reader.sections().any(|entry| entry.name == LEAVES) {
            return Ok(None);
        }
        let leaves: Vec<u64> = reader.section_within(LEAVES, MAX_BYTES)?;
        let numbers: Vec<f32> = reader.section_within(VALUES, MAX_BYTES)?;
        let what = "its values of leaves are damaged; train or export it again";
        let found = LeafTable::from_parts(outputs, &leaves, &numbers);
        Ok(Some(found.ok_or_else(|| PolicyError::damaged(reader, what))?))
    }

    /// The sections of a policy file, from the [`LeafTable::parts`].
    pub(super) fn sections((leaves, numbers): &(Vec<u64>, Vec<f32>)) -> [Section<'_>; 2] {
        [Section::new(LEAVES, leaves), Section::new(VALUES, numbers)]
    }
}

#[cfg(test)]
#[path = "../../tests/unit/policy/leaf_table.rs"]
mod tests;
