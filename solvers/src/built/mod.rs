//! A game that is stored as its tree: for games that come from elsewhere, such as a file or another
//! library, and for programs that show a game with the names of its actions.

mod builder;
mod copy;
mod game;

pub use builder::{BuildError, EventId, GameBuilder, InfosetId, MAX_DEPTH};
pub use game::{BuiltGame, BuiltNode, ImperfectRecall};
#[cfg(feature = "efg")]
pub(crate) use game::{Chance, Node, Parts, Set};
