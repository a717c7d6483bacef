//! Compiling a game within `--max-memory`.

use cardsharp_solvers::cfr::Cfr;
use cardsharp_solvers::lp;
use cardsharp_solvers::tree::{CompileError, Tree};
use thiserror::Error;

use super::{ExplicitGame, Method};
use cardsharp_commands::memory::{OverLimit, check};
use cardsharp_commands::quantities::bytes;

/// Bytes for each terminal history while a game is compiled.
const BYTES_OF_AN_END: u64 = 30;
/// Bytes for each node of a game that is written out for sampling.
const BYTES_OF_A_NODE: u64 = 16;
/// A number of terminal histories that can be counted at once. A game with no more of them is counted
/// whatever the limit, so that the refusal can give the memory it needs.
const ENDS_OF_A_MOMENT: u64 = 1 << 20;

/// The reason that a game is not compiled.
#[derive(Debug, Error)]
pub enum Refusal {
    /// The game has too many terminal histories to count what it needs.
    #[error(
        "the game needs more than {}, which is all that --max-memory allows, to be written out: \
         allow more, or choose a smaller game",
        bytes(*.allowed)
    )]
    TooLarge {
        /// The bytes allowed.
        allowed: u64,
    },
    /// The game or its solver needs more memory than allowed.
    #[error(transparent)]
    OverLimit(#[from] OverLimit),
    /// The game cannot be compiled.
    #[error(transparent)]
    Compile(#[from] CompileError),
}

/// Compiles `game` if the game with the compilation, and then with the compiled game and a solver of `method`,
/// fits in `allowed` bytes.
///
/// # Errors
///
/// The compilation or the solver needs more than `allowed` bytes, or the game cannot be compiled.
pub fn compile(game: &ExplicitGame, method: Method, allowed: u64) -> Result<Tree, Refusal> {
    let held = game.bytes();
    let most = (allowed / BYTES_OF_AN_END).max(ENDS_OF_A_MOMENT);
    let ends = game.game().terminals(most);
    let ends = ends.ok_or(Refusal::TooLarge { allowed })?;
    let compiling = held + ends * BYTES_OF_AN_END;
    check("writing the game out", compiling, allowed)?;
    let tree = game.game().compile()?;
    check_solver(&tree, method, held, allowed)?;
    Ok(tree)
}

/// Checks that the compiled game with a solver of `method` fits in `allowed` bytes, beside the `held` bytes of
/// the game itself.
///
/// # Errors
///
/// They need more than `allowed` bytes.
pub fn check_solver(tree: &Tree, method: Method, held: u64, allowed: u64) -> Result<(), OverLimit> {
    let whole = 2 * Cfr::bytes(tree) as u64;
    let nodes = tree.histories() * BYTES_OF_A_NODE;
    let solver = match method.on(tree) {
        Method::Whole(_) => whole,
        Method::Sampled(_) | Method::Sampler(_) => whole + nodes,
        Method::Lp | Method::Simplex => whole + lp::bytes(tree) as u64,
        Method::Pdhg => whole + lp::Pdhg::bytes(tree) as u64,
    };
    let needed = held + tree.bytes() as u64 + solver;
    check("solving the game", needed, allowed)
}
