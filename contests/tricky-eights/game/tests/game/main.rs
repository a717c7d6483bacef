//! Tricky Eights: messages, and the names of the family.

// The lint's exception for tests does not reach the functions that tests call.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod params;
mod wire;
