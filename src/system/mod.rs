//! The calls to the operating system that differ between systems: files, memory, processes, signals and
//! sockets. Each has a fallback, so that the rest of the program is the same everywhere. The confinement of
//! strangers' programs is a part of `live`, with a fallback of its own.

pub mod files;
pub mod memory;
pub mod processes;
pub mod signals;
#[cfg(feature = "live")]
pub mod sockets;
