//! Dead Man's Draw: two players push their luck on one pile, and what they bank is robbed, fished out
//! and shot at.

pub mod agents;
pub mod measure;
pub mod rules;
mod table;
pub mod text;
pub mod wire;

pub use table::DeadMansDrawTable;
