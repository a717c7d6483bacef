//! A game that is stored as its tree, and its builder: for games that come from elsewhere, such as
//! a file or another library.

mod builder;
mod game;

pub use builder::{BuildError, EventId, GameBuilder, InfosetId, MAX_DEPTH};
pub use game::{BuiltGame, BuiltNode, ImperfectRecall};
#[cfg(feature = "efg")]
pub(crate) use game::{Chance, Node, Parts, Set};
