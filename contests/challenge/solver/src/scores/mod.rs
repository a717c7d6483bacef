//! The scores of a game: the value of each, and the payoffs of the hand played there.
//!
//! | noun | file |
//! |---|---|
//! | the score of a game | `score` |
//! | the probability of winning from each score | `values` |
//! | the scores grouped by their payoffs | `classes` |

mod classes;
mod score;
mod values;

pub use classes::Classes;
pub use score::Score;
pub use values::{Bounds, GameValues, PartialValues, ValuesError};
