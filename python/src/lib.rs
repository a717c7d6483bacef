//! The native module `cardsharp_cfr._native`. The Python package wraps it: its users see the classes and
//! functions of the package only.
//!
//! | file | content |
//! |---|---|
//! | `errors` | Rust's errors as the package's exceptions |
//! | `background` | work without the interpreter lock, during which Ctrl-C is heard |
//! | `game` | a game that is opened, compiled and measured |
//! | `builder` | a game that the package builds node by node |
//! | `recorded` | a game as its Python object described it, node by node |
//! | `recording` | the walk that asks the Python object |
//! | `solve` | the run of a solver |
//! | `progress` | the progress of a run, for a callback |
//! | `solution` | the answer of a solver |
//! | `strategy` | strategies as arrays |

mod background;
mod builder;
mod errors;
mod game;
mod progress;
mod recorded;
mod recording;
mod solution;
mod solve;
mod strategy;

use pyo3::prelude::*;

/// The module of Python.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::builder::Builder;
    #[pymodule_export]
    use super::game::Game;
    #[pymodule_export]
    use super::recording::record;
    #[pymodule_export]
    use super::solution::Solved;
    #[pymodule_export]
    use super::solve::{memory, solve, solvers};
}
