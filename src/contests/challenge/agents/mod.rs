//! Players of Challenge.

mod sight;

pub use sight::{Sight, TrickSeen};

use super::rules::Move;

/// A player. One value plays one game at a time; it is asked in turn and must answer with a move
/// that is legal in the position it is shown.
pub trait Agent: Send {
    /// A new game begins: forget what belonged to the last one.
    fn start_game(&mut self) {}

    /// The move to make.
    fn decide(&mut self, sight: &Sight) -> Move;
}
