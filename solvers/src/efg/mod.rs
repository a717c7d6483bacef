//! Reads Gambit's files of extensive (`.efg`) and strategic games (`.nfg`), and writes the former.
//!
//! Source: "The extensive game (.efg) file format" and "The strategic game (.nfg) file format" in the
//! documentation of Gambit. An extensive game is a header (`EFG 2 R "title" { "first player" "second player" } "comment"`) and the nodes of the
//! tree in prefix order: `c` is a chance node, `p` a decision, `t` a terminal node.
//!
//! [`EfgGame::parse`] follows these rules:
//! - Numbers are exact in every notation. The payoffs along a path are summed exactly and rounded
//!   to `f64` once.
//! - The probabilities of a chance node must sum to 1. A sum within 1e-9 of it, of thirds written as
//!   decimals for instance, is taken for rounding, and they are divided by it: see
//!   [`EfgGame::rounded`]. Outcomes of probability 0 are
//!   allowed, as in Gambit. The nodes below them are checked and then left out of the game, since
//!   they never happen.
//! - `EFG 2 D`, the mark of old files, is read like `EFG 2 R`. Payoffs may be separated by commas.
//! - A second use of an information set, chance event or outcome may repeat its description in the
//!   same words, or give its number alone. An information set is identified by its player and
//!   number, which need not be consecutive. There 0 is a number like any other; for outcomes it
//!   means "none".
//! - The names of information sets, and of actions within a set, are made distinct if a file
//!   repeats them or leaves them out. The names of nodes and outcomes are not kept.
//! - Anything else is refused, with line and column. This includes anything after a complete tree
//!   (which Gambit ignores). A tree may be [`MAX_DEPTH`] nodes deep.
//!
//! [`write()`] writes any [`Game`](crate::game::Game) as a file. [`EfgGame::write`] keeps the
//! players' names and the comment as well.

mod game;
mod names;
mod probability;
mod writer;

pub use crate::built::MAX_DEPTH;
pub use cardsharp_gambit::{EfgError, Position, Rounded};
pub use game::EfgGame;
pub use writer::{Written, write};
