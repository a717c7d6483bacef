//! `--threads`.

use std::num::NonZeroUsize;

use anyhow::Context;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// As many as are asked for, or one for each core.
pub fn count(requested: Option<NonZeroUsize>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    requested.map_or_else(cores, NonZeroUsize::get)
}

/// So many threads; with 0 as many as rayon has by itself.
pub fn pool(threads: usize) -> anyhow::Result<ThreadPool> {
    let pool = ThreadPoolBuilder::new().num_threads(threads);
    pool.build().context("cannot start the threads")
}
