//! The reasons why a task cannot be trained.

use std::path::PathBuf;

use thiserror::Error;

use cardsharp_dead_mans_draw_game::rules::Params;

/// The reason why a task cannot be trained.
#[derive(Debug, Error)]
pub enum TaskError {
    /// The deck has no card to draw.
    #[error("{0} has no card to draw: take more values of a suit, of which the lowest is discarded")]
    NothingToDraw(Params),
    /// The policy whose value was asked for is for another game.
    #[error("{file}: its value is of {found} and not of {wanted}: name another policy, or learn the value")]
    OtherValue {
        /// The file.
        file: PathBuf,
        /// The game of the file.
        found: Params,
        /// The game of the run.
        wanted: Params,
    },
}
