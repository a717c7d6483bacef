//! The limits of a walk that writes a game out, from its first node on.

use std::time::{Duration, Instant};

use cardsharp::explicit::Refusal;
use pyo3::prelude::*;

use crate::errors;

/// The time between two looks of the caller.
const LOOK: Duration = Duration::from_millis(50);
/// Bytes of an information set in the interpreter, beside its texts: the key, an entry of a dictionary, and the
/// list of actions.
pub const BYTES_OF_AN_INFOSET: u64 = 400;

/// The limits of a walk.
#[derive(Debug)]
pub struct WalkLimits {
    max_memory: u64,
    /// A function that is called with the number of nodes so far. Its exception ends the walk.
    look: Option<Py<PyAny>>,
    looked: Instant,
}

impl WalkLimits {
    /// A walk that may take `max_memory` bytes.
    pub fn new(max_memory: u64, look: Option<Py<PyAny>>) -> WalkLimits {
        WalkLimits { max_memory, look, looked: Instant::now() }
    }

    /// Checks a walk that has seen `nodes` nodes, which take `bytes` bytes.
    ///
    /// # Errors
    ///
    /// The walk takes too much memory, or the caller ends it.
    pub fn check(&mut self, py: Python<'_>, nodes: u64, bytes: u64) -> PyResult<()> {
        if bytes > self.max_memory {
            let allowed = self.max_memory;
            return Err(errors::refusal(&Refusal::TooLarge { allowed }));
        }
        match &self.look {
            Some(look) if self.looked.elapsed() >= LOOK => {
                look.call1(py, (nodes,))?;
                self.looked = Instant::now();
            }
            _ => {}
        }
        Ok(())
    }
}
