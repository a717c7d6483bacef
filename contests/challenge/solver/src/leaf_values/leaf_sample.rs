//! A sample of the leaves that a solver comes to.

use std::collections::BinaryHeap;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, RwLock, RwLockReadGuard};

use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::{LeafValues, Reaches};
use rustc_hash::FxHasher;

use super::averages::LeafAverages;
use super::leaf::Leaf;
use crate::infosets::HandState;
use crate::ranges::RangeHand;

/// Values of leaves that can be exchanged, and that remember some of the leaves they were asked for. A
/// hash of the leaf decides which: a fixed number with the smallest ones. So neither the order of the calls
/// nor the number of threads changes the sample.
#[derive(Debug)]
pub struct LeafSample<V> {
    values: RwLock<V>,
    /// The greatest number of leaves.
    size: AtomicUsize,
    /// True while leaves are remembered.
    is_open: AtomicBool,
    seed: AtomicU64,
    /// A leaf with a hash above this is not among the smallest.
    most: AtomicU64,
    kept: Mutex<BinaryHeap<Kept>>,
    /// The values that were given, averaged over iterations.
    pub averages: LeafAverages,
}

#[derive(Debug)]
struct Kept {
    hash: u64,
    leaf: Leaf,
}

impl PartialEq for Kept {
    fn eq(&self, other: &Kept) -> bool {
        self.hash == other.hash
    }
}

impl Eq for Kept {}

impl PartialOrd for Kept {
    fn partial_cmp(&self, other: &Kept) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Kept {
    fn cmp(&self, other: &Kept) -> std::cmp::Ordering {
        self.hash.cmp(&other.hash)
    }
}

impl<V> LeafSample<V> {
    /// Values of `hands` hands of each player. No sample is open.
    pub fn new(values: V, hands: usize) -> LeafSample<V> {
        LeafSample {
            values: RwLock::new(values),
            size: AtomicUsize::default(),
            is_open: AtomicBool::new(false),
            seed: AtomicU64::default(),
            most: AtomicU64::default(),
            kept: Mutex::default(),
            averages: LeafAverages::new(hands),
        }
    }

    /// Takes other values from now on.
    pub fn exchange(&self, values: V) {
        *self.values.write().unwrap_or_else(PoisonError::into_inner) = values;
    }

    /// Begins a sample of at most `size` leaves.
    pub fn open(&self, seed: u64, size: usize) {
        self.size.store(size, Ordering::Relaxed);
        self.seed.store(seed, Ordering::Relaxed);
        self.most.store(u64::MAX, Ordering::Relaxed);
        self.is_open.store(size > 0, Ordering::Relaxed);
    }

    /// Ends the sample. Returns its leaves in the order of their hashes.
    pub fn close(&self) -> Vec<Leaf> {
        self.is_open.store(false, Ordering::Relaxed);
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let sorted = std::mem::take(&mut *kept).into_sorted_vec().into_iter();
        sorted.map(|kept| kept.leaf).collect()
    }

    fn values(&self) -> RwLockReadGuard<'_, V> {
        self.values.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn remember(&self, public: &HandState, player: Player, reaches: Reaches<'_>) {
        let mut hasher = FxHasher::default();
        let seed = self.seed.load(Ordering::Relaxed);
        (seed, public.history, player).hash(&mut hasher);
        for reach in reaches.own.iter().chain(reaches.other) {
            hasher.write_u32(reach.to_bits());
        }
        // The hasher alone leaves some bits to the last words.
        let hash = hasher.finish().wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let hash = hash ^ hash >> 32;
        if hash > self.most.load(Ordering::Relaxed) {
            return;
        }
        let ranges = reaches.by_player(player);
        let leaf = Leaf { public: *public, ranges: ranges.map(<[f32]>::to_vec) };
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push(Kept { hash, leaf });
        if kept.len() > self.size.load(Ordering::Relaxed) {
            kept.pop();
            if let Some(last) = kept.peek() {
                self.most.store(last.hash, Ordering::Relaxed);
            }
        }
    }
}

impl<V: LeafValues<RangeHand> + Send> LeafValues<RangeHand> for LeafSample<V> {
    fn is_leaf(&self, hand: &RangeHand, public: &HandState) -> bool {
        self.values().is_leaf(hand, public)
    }

    fn write_values(
        &self,
        hand: &RangeHand,
        public: &HandState,
        player: Player,
        reaches: Reaches<'_>,
        out: &mut [f32],
    ) {
        let comes = reaches.other.iter().any(|&reach| reach > 0.0);
        if comes && self.is_open.load(Ordering::Relaxed) {
            self.remember(public, player, reaches);
        }
        let values = self.values();
        values.write_values(hand, public, player, reaches, out);
        if comes {
            self.averages.add(public.history, player, out);
        }
    }
}
