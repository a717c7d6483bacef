//! Policies of Challenge that the program has trained: their measures against brute force, and positions shown.

// The lint's exception for tests does not reach the functions that tests call.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod measure;
mod position;
