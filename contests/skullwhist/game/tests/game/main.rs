//! SkullWhist: positions as text, of all and of one player.

// The lint's exception for tests does not reach the functions that tests call.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod observation;
mod text;
