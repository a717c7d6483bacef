//! The allocator that counts what an input takes.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

/// Bytes that are allocated now.
static HELD: AtomicUsize = AtomicUsize::new(0);
/// The bytes at which allocations fail.
static LIMIT: AtomicUsize = AtomicUsize::new(usize::MAX);
/// True if an allocation has failed since the last [`allow`].
static REFUSED: AtomicBool = AtomicBool::new(false);

/// The system's allocator with a limit. A program that searches for faults declares it as its global one.
pub struct Counting;

// SAFETY: all memory comes from the system's allocator, with the layout of the caller. A null pointer is a failure.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        take(layout.size(), || unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        take(layout.size(), || unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Relaxed);
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Both blocks are held while the content moves.
        let moved = take(size, || unsafe { System.realloc(pointer, layout, size) });
        if !moved.is_null() {
            HELD.fetch_sub(layout.size(), Relaxed);
        }
        moved
    }
}

fn take(size: usize, allocate: impl FnOnce() -> *mut u8) -> *mut u8 {
    let held = HELD.fetch_add(size, Relaxed);
    if held.saturating_add(size) <= LIMIT.load(Relaxed) {
        let taken = allocate();
        if !taken.is_null() {
            return taken;
        }
    } else {
        REFUSED.store(true, Relaxed);
    }
    HELD.fetch_sub(size, Relaxed);
    std::ptr::null_mut()
}

/// Lets the process take this many bytes more than it holds now.
pub fn allow(bytes: usize) {
    REFUSED.store(false, Relaxed);
    LIMIT.store(HELD.load(Relaxed).saturating_add(bytes), Relaxed);
}

/// Ends the limit. Returns true if it was met.
pub fn end() -> bool {
    LIMIT.store(usize::MAX, Relaxed);
    REFUSED.load(Relaxed)
}
