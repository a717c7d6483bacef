//! The index of a table that does not store every row.

use std::ops::Range;

use cardsharp_solvers::sampled::RowKey;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

/// Returns the group of a row from its key. The rows of a group are stored together.
pub type GroupOf = fn(RowKey) -> u64;

/// The rows, ordered by group and by key within a group. Rows that are looked up together are adjacent in
/// memory. One lookup shows that no row of a group is stored.
#[derive(Debug)]
pub(super) struct Index {
    keys: Vec<u64>,
    /// First cell of each row.
    firsts: Vec<u32>,
    groups: FxHashMap<u64, Range<u32>>,
    group_of: GroupOf,
}

impl Index {
    /// Makes the index of `keys`. Their cells began at `firsts` (counted from 1) of the `count`
    /// cells that `cell` reads. Also returns all cells in the new order.
    pub(super) fn new(
        keys: Vec<u64>,
        firsts: Vec<u32>,
        count: usize,
        cell: impl Fn(usize) -> f32,
        group_of: GroupOf,
    ) -> (Index, Vec<f32>) {
        let mut begins = vec![false; count];
        let starts = firsts.into_iter().map(|first| first - 1);
        let mut rows: Vec<(u64, u32)> = keys.into_iter().zip(starts).collect();
        for &(_, start) in &rows {
            begins[start as usize] = true;
        }
        rows.par_sort_unstable_by_key(|&(key, _)| (group_of(RowKey(key)), key));
        let mut firsts = Vec::with_capacity(rows.len());
        let mut cells = Vec::with_capacity(count);
        for &(_, start) in &rows {
            firsts.push(cells.len() as u32);
            let start = start as usize;
            cells.push(cell(start));
            let rest = (start + 1..count).take_while(|&next| !begins[next]);
            cells.extend(rest.map(&cell));
        }
        let keys: Vec<u64> = rows.into_iter().map(|(key, _)| key).collect();
        (Index::of(keys, firsts, group_of), cells)
    }

    /// Makes the index from the content of a file. Returns `None` if its rows are not in order, or if they do
    /// not divide the `count` cells among them.
    pub(super) fn sorted(keys: Vec<u64>, firsts: Vec<u32>, count: usize, group_of: GroupOf) -> Option<Index> {
        let order = |&key: &u64| (group_of(RowKey(key)), key);
        let in_order = keys.is_sorted_by(|one, next| order(one) < order(next));
        let shared = firsts.is_sorted_by(|one, next| one < next)
            && firsts.first().is_none_or(|&first| first == 0)
            && firsts.last().map_or(count == 0, |&last| (last as usize) < count);
        let sound = in_order && shared && keys.len() == firsts.len();
        sound.then(|| Index::of(keys, firsts, group_of))
    }

    fn of(keys: Vec<u64>, firsts: Vec<u32>, group_of: GroupOf) -> Index {
        let mut groups = FxHashMap::default();
        let mut start = 0;
        let together = |&one: &u64, &next: &u64| group_of(RowKey(one)) == group_of(RowKey(next));
        for rows in keys.chunk_by(together) {
            let end = start + rows.len() as u32;
            groups.insert(group_of(RowKey(rows[0])), start..end);
            start = end;
        }
        Index { keys, firsts, groups, group_of }
    }

    /// The number of rows.
    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    pub(super) fn keys(&self) -> &[u64] {
        &self.keys
    }

    pub(super) fn firsts(&self) -> &[u32] {
        &self.firsts
    }

    /// The first cell of a row. `None` if the row is not stored.
    #[inline]
    pub(super) fn find(&self, key: RowKey) -> Option<usize> {
        let rows = self.rows((self.group_of)(key));
        let row = self.keys[rows.clone()].binary_search(&key.0).ok()?;
        Some(self.firsts[rows.start + row] as usize)
    }

    /// The rows of a group, each with its first cell.
    pub(super) fn group(&self, group: u64) -> impl Iterator<Item = (RowKey, usize)> {
        let rows = self.rows(group);
        let keys = self.keys[rows.clone()].iter().map(|&key| RowKey(key));
        keys.zip(self.firsts[rows].iter().map(|&first| first as usize))
    }

    fn rows(&self, group: u64) -> Range<usize> {
        let rows = self.groups.get(&group).cloned().unwrap_or_default();
        rows.start as usize..rows.end as usize
    }
}

#[cfg(test)]
#[path = "../tests/unit/index.rs"]
mod tests;
