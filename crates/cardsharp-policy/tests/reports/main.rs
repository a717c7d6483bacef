//! The files of a run: the curve.

// The lint's exception for tests does not reach the functions that tests call.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod curve;
