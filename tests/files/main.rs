//! Written files: damage is refused by name, and a kill loses nothing.

// The lint's exception for tests does not reach the functions that tests call.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod container;
mod senseless_files;
