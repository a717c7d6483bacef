//! Re-solving: the rest of a game is solved again while it is played.
//!
//! With two cards each, the rest is small enough to be solved exactly from both ranges:
//! [`LastTwo`], for [`cardsharp_solvers::range`].

mod last_two;

pub use last_two::{LastTwo, Played};
