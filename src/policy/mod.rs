//! The strategy table and its file.
//!
//! [`container`] is the file that policies and checkpoints share: a checked header and named
//! sections of numbers.

pub mod container;
