//! What is left of a game, solved again while it is played.
//!
//! With two cards each everything that can come is small enough to be solved as it is, from what both
//! players may hold: [`LastTwo`], for [`cardsharp_solvers::range`].

mod last_two;

pub use last_two::{LastTwo, Played};
