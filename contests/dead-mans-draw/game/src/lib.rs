//! The game of Dead Man's Draw: its rules, positions as text, what a player sees, the messages of the protocol, and replays.
//!
//! It knows no solver, no socket and no command line.

pub mod observation;
pub mod replay;
pub mod rules;
pub mod text;
pub mod wire;
