//! The transposition table: the search results for positions.

use super::relative_ranks::RelativeRanks;

/// Bounds on the tricks that the leader of a position takes with best play, and the lead that was best.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bounds {
    /// The lower bound.
    pub(super) least: u8,
    /// The upper bound.
    pub(super) most: u8,
    /// The bit index of the lead that was enough last time.
    pub(super) lead: u8,
}

/// The entry of one position. No position has key 0, since every lane has a sentinel.
#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    bounds: Bounds,
    rounds: u8,
}

/// A table of fixed size. Entries come in pairs: one for the longest position with this index, one for the latest.
pub(super) struct Table {
    entries: Vec<[Entry; 2]>,
    mask: usize,
}

impl Table {
    /// A table of `2^log2` positions.
    pub(super) fn new(log2: u32) -> Table {
        let pairs = 1usize << (log2.clamp(1, 40) - 1);
        Table { entries: vec![[Entry::default(); 2]; pairs], mask: pairs - 1 }
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        // Fibonacci hashing (Knuth, The Art of Computer Programming 6.4).
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & self.mask
    }

    /// The bounds of a position, if they are stored.
    #[inline]
    pub(super) fn look_up(&self, ranks: RelativeRanks) -> Option<Bounds> {
        let pair = &self.entries[self.index(ranks.key())];
        let entry = pair.iter().find(|entry| entry.key == ranks.key())?;
        Some(entry.bounds)
    }

    /// Stores the bounds of a position of `rounds` rounds.
    #[inline]
    pub(super) fn keep(&mut self, ranks: RelativeRanks, rounds: u8, bounds: Bounds) {
        let key = ranks.key();
        let index = self.index(key);
        let pair = &mut self.entries[index];
        let at = match pair {
            [first, _] if first.key == key || rounds >= first.rounds && first.key == 0 => 0,
            [_, second] if second.key == key => 1,
            [first, _] if rounds > first.rounds => {
                pair[1] = pair[0];
                0
            }
            _ => 1,
        };
        pair[at] = Entry { key, bounds, rounds };
    }
}
