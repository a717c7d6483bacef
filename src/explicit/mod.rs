//! Games that fit in memory: from a name or a file to a solution, its file and its measurement.
//!
//! | file | content |
//! |---|---|
//! | `game` | a game, opened by its name on the command line or from a file |
//! | `locks` | information sets that a file fixes |
//! | `memory` | compiling a game within `--max-memory` |
//! | `solve` | one loop for every solver of such games |
//! | `checkpoint` | the file that such a run is resumed from |
//! | `unreached` | what is done where play does not come |
//! | `policy` | the solution as a file |
//! | `rows` | the rows of that file, with the names of their information sets |
//! | `explorer` | the game as a tree that is walked, with the values of a policy |

mod checkpoint;
mod explorer;
mod game;
mod locks;
mod memory;
mod policy;
mod rows;
mod solve;
mod unreached;

pub use checkpoint::{State, check as check_checkpoint};
pub use explorer::{TreeExplorer, line};
pub use game::{ExplicitGame, OpenError};
pub use locks::Locks;
pub use memory::{Refusal, check_solver, compile};
pub use policy::{FINGERPRINT, PolicyError, note, read, read_with_note, write};
pub use rows::InfosetRows;
pub use solve::{
    DEFAULT_TARGET, Kept, MAX_SEARCHED, Method, SolveError, Solved, Task, Write, default_limits, interrupt_flag, solve,
};
pub use unreached::{UNREACHED, unreached};

/// The unit of every figure of such a game: the utilities that the game itself gives.
pub const UNIT: &str = "utility of the game";
