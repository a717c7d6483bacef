//! The strategy table and its file.
//!
//! [`container`] is the file that policies and checkpoints share: a checked header and named
//! sections of numbers. [`StrategyTable`] is the strategy itself.

pub mod container;
mod index;
mod quantize;
mod table;

pub use index::GroupOf;
pub use quantize::quantize;
pub use table::{Places, StrategyTable, TableError};
