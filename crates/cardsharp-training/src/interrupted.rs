//! Work that ends early when it is told to.

use std::sync::atomic::{AtomicBool, Ordering};

use thiserror::Error;

/// The error of work that was told to end before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("interrupted before it was done")]
pub struct Interrupted;

impl Interrupted {
    /// The error if `stop` is set.
    ///
    /// # Errors
    ///
    /// `stop` is set.
    pub fn check(stop: &AtomicBool) -> Result<(), Interrupted> {
        if stop.load(Ordering::Relaxed) { Err(Interrupted) } else { Ok(()) }
    }
}
