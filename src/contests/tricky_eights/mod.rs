//! Tricky Eights: four players, each for itself, take twelve open cards and play thirteen tricks.

pub mod agents;
pub mod rules;
mod table;
pub mod text;
pub mod wire;

pub use table::{TrickyEightsTable, deal_of};
