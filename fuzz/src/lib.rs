//! Mutated input for every parser of cardsharp.
//!
//! A [`Target`] gives bytes to a parser of the product and checks what comes of them. Two programs search the targets for
//! faults: [`command`] mutates examples with stable Rust alone, and libFuzzer, which the feature `libfuzzer` brings, is
//! guided by the branches that an input reaches.
//!
//! | file | content |
//! |---|---|
//! | `outcome` | what a target says of an input |
//! | `memory` | the allocator that counts and limits |
//! | `guard` | one input of a target within its limits |
//! | `mutate` | changed copies of examples |
//! | `corpus` | the examples of a target |
//! | `search` | the loop over one target |
//! | `command` | the command line, and the processes in which targets run |
//! | `targets` | the parsers |

pub mod command;
pub mod corpus;
pub mod guard;
pub mod memory;
mod mutate;
mod outcome;
pub mod search;
mod targets;

pub use outcome::Outcome;
pub use targets::targets;

/// A parser, and what must hold of whatever it reads.
#[derive(Clone, Copy)]
pub struct Target {
    /// The name, which is also that of the folder of its examples.
    pub name: &'static str,
    /// Gives bytes to the parser. It panics if it finds a fault.
    pub run: fn(&[u8], &mut Outcome),
    /// Words of the syntax, which mutations put in.
    pub words: &'static [&'static str],
    /// Further examples: files of the repository, named from its root.
    pub examples: &'static [&'static str],
}
