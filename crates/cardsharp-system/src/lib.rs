//! The calls to the operating system that differ between systems: files, memory, processes, signals and
//! sockets. Each has a fallback, so that the rest of the program is the same everywhere. The confinement of
//! strangers' programs is a crate of its own, with a fallback of its own.

pub mod files;
pub mod interrupt;
pub mod memory;
pub mod processes;
pub mod signals;
pub mod sockets;
pub mod stop_flag;
