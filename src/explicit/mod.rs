//! Games that fit memory: from a name or a file to a solution, its file and its measure.
//!
//! | file | what it holds |
//! |---|---|
//! | `game` | what a game is called on the command line, and what it is |
//! | `memory` | writing it out within `--max-memory` |
//! | `solve` | one loop for every solver that there is for such games |
//! | `policy` | the solution as a file |

mod game;
mod memory;
mod policy;
mod solve;

pub use game::{ExplicitGame, OpenError};
pub use memory::compile;
pub use policy::{FINGERPRINT, PolicyError, read, write};
pub use solve::{Method, SolveError, Solved, Task, average, interrupt_flag, solve};

/// The unit of every figure of such a game.
pub const UNIT: &str = "utility of the game";
