//! Dead Man's Draw: messages and positions as text.

// The lint's exception for tests does not reach the functions that tests call.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod text;
mod wire;
