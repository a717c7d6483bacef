//! A large array of f32 that threads read and write without locks.

use std::sync::atomic::{AtomicU32, Ordering};

/// Zeroed f32 cells, shared without locks. Loads and stores are atomic. Additions are not: of two
/// at the same instant, one may be lost.
pub(crate) struct Cells {
    bits: Vec<AtomicU32>,
}

/// The cells of one action: its regret, and the sum of its average strategy.
pub(super) type Pair = [AtomicU32; 2];

#[inline(always)]
pub(super) fn load(cell: &AtomicU32) -> f32 {
    f32::from_bits(cell.load(Ordering::Relaxed))
}

#[inline(always)]
pub(super) fn store(cell: &AtomicU32, value: f32) {
    cell.store(value.to_bits(), Ordering::Relaxed);
}

impl Cells {
    /// An array of `len` zeros. The operating system provides the pages when they are first
    /// written.
    pub(crate) fn zeroed(len: usize) -> Cells {
        Cells {
            bits: into_atomic(vec![0_u32; len]),
        }
    }

    #[inline(always)]
    pub(crate) fn get(&self, index: usize) -> f32 {
        load(&self.bits[index])
    }

    #[inline(always)]
    pub(crate) fn add(&self, index: usize, more: f32) {
        let cell = &self.bits[index];
        store(cell, load(cell) + more);
    }

    /// The pairs of regret and average of a row that begins at `first`.
    #[inline(always)]
    pub(super) fn pairs(&self, first: usize, actions: usize) -> &[Pair] {
        self.bits[first..first + 2 * actions].as_chunks().0
    }

    pub(super) fn len(&self) -> usize {
        self.bits.len()
    }

    /// All cells as a plain slice, for writing to a file. The exclusive access makes it possible.
    pub(crate) fn as_slice(&mut self) -> &mut [f32] {
        let len = self.bits.len();
        let start = self.bits.as_mut_ptr().cast::<f32>();
        // SAFETY: AtomicU32, u32 and f32 have the same size and alignment and any bits are a valid
        // f32; the exclusive borrow of `self` rules out concurrent access for its lifetime.
        unsafe { std::slice::from_raw_parts_mut(start, len) }
    }
}

/// Converts the same allocation to atomic elements, so that zeroed pages stay untouched.
fn into_atomic(plain: Vec<u32>) -> Vec<AtomicU32> {
    let mut plain = std::mem::ManuallyDrop::new(plain);
    let (start, len, capacity) = (plain.as_mut_ptr(), plain.len(), plain.capacity());
    // SAFETY: AtomicU32 has the size, alignment and bit validity of u32, so the allocation's layout
    // is that of a Vec<AtomicU32>; `plain` is never dropped, so it is owned once.
    unsafe { Vec::from_raw_parts(start.cast::<AtomicU32>(), len, capacity) }
}
