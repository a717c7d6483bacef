//! Reads the game files of Gambit with exact numbers.
//!
//! Source: "The extensive game (.efg) file format" and "The strategic game (.nfg) file format" in the
//! documentation of Gambit. An extensive game is a header (`EFG 2 R "title" { "first player" "second player" } "comment"`) and the nodes of the
//! tree in prefix order: `c` is a chance node, `p` a decision, `t` a terminal node. A strategic game
//! (`NFG`) is read as an extensive one in which the players choose one after the other and see nothing.
//!
//! ```
//! use cardsharp_gambit::{Limits, Node, read};
//!
//! let text = r#"EFG 2 R "choice" { "A" } p "" 1 1 "" { "left" "right" } 0
//!     t "" 1 "" { 1/4 } t "" 2 "" { 2 }"#;
//! let parts = read(text, &Limits::default())?;
//! assert_eq!(parts.nodes[0], Node::Move { set: 0, first: 0 });
//! assert_eq!((&parts.children[..], parts.moves[0].actions.len()), (&[1, 2][..], 2));
//! # Ok::<(), cardsharp_gambit::EfgError>(())
//! ```
//!
//! | noun | file |
//! |---|---|
//! | the words of a file | `lexer` |
//! | exact numbers | `number` |
//! | the reader of extensive games, from words to nodes | `parser` |
//! | the reader of strategic games | `strategic` |
//! | the memory that the parts take while a file is read | `memory` |
//! | the parts of a game | `parts` |
//! | the errors, with line and column | `error` |

mod error;
mod lexer;
mod memory;
mod number;
mod parser;
mod parts;
mod strategic;

pub use error::{EfgError, Position};
pub use parts::{Move, Node, Parts, Rounded};

/// The limits of what is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of memory that the game may take while it is read, besides the file itself, about.
    pub bytes: u64,
    /// The greatest number of nodes from the root to a terminal node, both included.
    pub depth: usize,
}

/// No limits.
impl Default for Limits {
    fn default() -> Self {
        Limits { bytes: u64::MAX, depth: usize::MAX }
    }
}

/// Reads the text of a file.
///
/// # Errors
///
/// The error of a file that is not a complete and consistent game, with its line and column.
pub fn read(text: &str, limits: &Limits) -> Result<Parts, EfgError> {
    parser::parse(text, limits)
}
