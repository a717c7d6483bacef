//! Gambit extensive-form files (`.efg`), in and out.
//!
//! Source: "The extensive game (.efg) file format" in the documentation of Gambit. A file is a
//! header (`EFG 2 R "title" { "first player" "second player" } "comment"`) and the nodes of the tree
//! in prefix order: `c` where chance moves, `p` where a player does, `t` where the game ends.
//!
//! What [`EfgGame::parse`] makes of it:
//! - numbers are exact, whichever way they are written; the payoffs along a path are summed exactly
//!   and rounded to `f64` once;
//! - the probabilities of a chance node must sum to exactly 1. Outcomes of probability 0 are allowed,
//!   as in Gambit; what hangs below them is checked and then left out of the game, since it never
//!   happens;
//! - `EFG 2 D`, the mark of old files, is read like `EFG 2 R`; payoffs may be separated by commas;
//! - an information set, chance event or outcome that has been described may be described again in
//!   the same words or be left at its number. An information set is known by its player and number,
//!   which need not be consecutive; 0 is a number like any other there, and means "none" for outcomes;
//! - the names of information sets and actions, and of actions within a set, are made distinct where
//!   a file repeats them or leaves them out; the names of nodes and outcomes are not kept;
//! - anything else is refused, with line and column, also what follows a complete tree (which Gambit
//!   lets pass). A tree may be [`MAX_DEPTH`] nodes deep.
//!
//! [`write()`] makes a file of any [`Game`](crate::game::Game); [`EfgGame::write`] keeps the players'
//! names and the comment as well.

mod error;
mod game;
mod lexer;
mod names;
mod number;
mod parser;
mod probability;
mod writer;

pub use error::{EfgError, Position};
pub use game::{EfgGame, EfgNode};
pub use parser::MAX_DEPTH;
pub use writer::{Written, write};
