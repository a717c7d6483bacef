//! A large array of f32 that threads read and write without locks.

use std::sync::atomic::{AtomicU32, Ordering};

use zerocopy::FromZeros;

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
    /// An array of `len` zeros.
    pub(crate) fn zeroed(len: usize) -> Cells {
        Cells { bits: zeroed(len) }
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

    /// Writes the average strategy of a row that begins at `first`. Returns `false`, and leaves `out`
    /// untouched, if it is not known.
    pub(crate) fn average(&self, first: usize, out: &mut [f64]) -> bool {
        let average = |action: usize| f64::from(self.get(first + 2 * action + 1));
        let sum: f64 = (0..out.len()).map(average).sum();
        if sum <= 0.0 {
            return false;
        }
        for (action, share) in out.iter_mut().enumerate() {
            *share = average(action) / sum;
        }
        true
    }

    pub(super) fn len(&self) -> usize {
        self.bits.len()
    }

    /// All cells as a plain slice, for writing to a file. The exclusive access makes it possible.
    pub(crate) fn as_slice(&mut self) -> &mut [f32] {
        zerocopy::transmute_mut!(self.bits.as_mut_slice())
    }
}

/// A vector of `len` zeros. The operating system provides the pages when they are first written.
pub(super) fn zeroed<T: FromZeros + Default>(len: usize) -> Vec<T> {
    // Without memory for it, a plain vector ends the program with the usual message.
    let plain = |_| std::iter::repeat_with(T::default).take(len).collect();
    T::new_vec_zeroed(len).unwrap_or_else(plain)
}
