//! The limit that `--max-memory` sets on the memory of the process.
//!
//! Three checks enforce it:
//!
//! - The parser of the command line refuses a limit above the memory of the machine.
//! - A command estimates the memory that it needs, and refuses to begin if the limit is lower.
//! - A thread watches the memory of the process. It ends the process with an error above the limit, before
//!   the system ends this process or others.

use std::time::Duration;

use sysinfo::{MemoryRefreshKind, System};
use thiserror::Error;

use super::quantities::bytes;
use cardsharp_system::memory::taken;
use cardsharp_terminal::eprintln;

/// The number of tables that a training run holds at the same time: the table itself, and a copy that is
/// measured, saved or restored.
pub const COPIES: u64 = 2;

/// Time between two looks at the memory of the process.
const LOOK: Duration = Duration::from_millis(5);
/// Bytes that the watch allows above the limit and a twentieth of it, and above what the process takes when the watch
/// begins. Any process needs that much. The program itself, about 10 MiB, is not counted.
const PROCESS: u64 = 2 << 20;
/// The largest share of the machine's memory that a default limit may be.
const SHARE: (u64, u64) = (3, 4);

/// Bytes of memory that the process can have: the memory of the machine, or of its control group.
pub fn machine() -> u64 {
    let mut system = System::new();
    system.refresh_memory_specifics(MemoryRefreshKind::nothing().with_ram());
    let group = system.cgroup_limits().map(|limits| limits.total_memory);
    let group = group.filter(|&total| total > 0).unwrap_or(u64::MAX);
    match system.total_memory() {
        // The memory of the machine is not known.
        0 => group,
        total => total.min(group),
    }
}

/// Parses an amount of memory: `12GiB`, `500MB`, or a number of bytes.
///
/// # Errors
///
/// The text is not an amount of memory, or the amount is 0 or more than the machine has.
pub fn amount(text: &str) -> Result<u64, String> {
    let size: bytesize::ByteSize =
        text.parse().map_err(|error| format!("{error}: write an amount of memory as 12GiB or 500MB"))?;
    let (size, machine) = (size.as_u64(), machine());
    match size {
        0 => Err("nothing can be done with no memory".to_owned()),
        _ if size > machine => Err(format!("this machine has {}", bytes(machine))),
        _ => Ok(size),
    }
}

/// The requested limit. Without a request it is `default`, or three quarters of the machine's memory if that is less.
pub fn or_default(requested: Option<u64>, default: u64) -> u64 {
    requested.unwrap_or_else(|| default.min(machine() / SHARE.1 * SHARE.0))
}

/// The error of work that needs more memory than is allowed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{what} needs {}, and --max-memory allows {}: allow more, or choose something smaller",
    bytes(*.needed),
    bytes(*.allowed)
)]
pub struct OverLimit {
    /// The work.
    pub what: String,
    /// The bytes that it needs.
    pub needed: u64,
    /// The bytes allowed.
    pub allowed: u64,
}

/// Checks that `needed` bytes are allowed. `what` is the subject of the error message.
///
/// # Errors
///
/// `needed` is more than `allowed`.
pub fn check(what: &str, needed: u64, allowed: u64) -> Result<(), OverLimit> {
    if needed <= allowed {
        return Ok(());
    }
    Err(OverLimit { what: what.to_owned(), needed, allowed })
}

/// Starts a thread that ends the process with an error when it uses more than `bound` bytes.
///
/// # Errors
///
/// The thread cannot be started.
pub fn watch(bound: u64) -> anyhow::Result<()> {
    // Data that the system relocates counts as memory, and a program that is not optimised has more of it.
    let process = taken().saturating_add(PROCESS);
    let most = bound.saturating_add(bound / 20).saturating_add(process);
    let watch = move || {
        loop {
            let taken = taken();
            if taken > most {
                eprintln!(
                    "cardsharp: --max-memory allows {}, and the process needs more: it has come to {}; \
                     allow more, or choose something smaller (what was saved before stands)",
                    bytes(bound),
                    bytes(taken)
                );
                std::process::exit(1);
            }
            std::thread::sleep(LOOK);
        }
    };
    std::thread::Builder::new().name("memory".to_owned()).spawn(watch)?;
    Ok(())
}

#[cfg(test)]
#[path = "../tests/unit/memory.rs"]
mod tests;
