//! The threads of a command.

use std::num::NonZeroUsize;

use anyhow::Context;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// The requested number of threads. Without a request it is the number of cores.
pub fn count(requested: Option<NonZeroUsize>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    requested.map_or_else(cores, NonZeroUsize::get)
}

/// A pool of so many threads. With 0, rayon chooses the number.
///
/// # Errors
///
/// The threads cannot be started.
pub fn pool(threads: usize) -> anyhow::Result<ThreadPool> {
    let pool = ThreadPoolBuilder::new().num_threads(threads);
    pool.build().context("cannot start the threads")
}
