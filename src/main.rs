//! The `cardsharp` command.

use std::process::ExitCode;

/// The allocator of musl serves one thread at a time, and solvers have several.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    cardsharp::cli::main()
}
