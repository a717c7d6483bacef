//! The `cardsharp` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    cardsharp::cli::main()
}
