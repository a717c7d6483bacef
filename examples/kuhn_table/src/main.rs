//! `cardsharp` with one more contest: Kuhn poker at a table. The contest is the module `kuhn_table`, and
//! the line in `main`.

use std::process::ExitCode;

mod kuhn_table;

fn main() -> ExitCode {
    cardsharp::cli::main_with(&[&kuhn_table::Contest])
}
