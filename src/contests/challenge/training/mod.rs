//! Training a policy for Challenge: from the value of a point to a file that plays.

mod blueprint;
mod classes;
mod values;

pub use blueprint::{Blueprint, BlueprintError};
pub use classes::{Classes, Score};
pub use values::{Bounds, GameValues, ValuesError};
