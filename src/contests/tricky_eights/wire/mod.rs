//! The protocol's messages, once: what a contestant is told, and what it answers.
//!
//! A contestant gets [`Command`]s on its standard input, one a line, and answers those that ask for a
//! card with the card alone on a line. What is printed is the list of the contest's document. What is
//! read is also what the document shows elsewhere: `resultoftrick` or `afterplay` for `result`; `end`
//! with or without the points for `endround`; several commands on one line; a request with its answer
//! behind it; a pool with cards repeated.

mod command;
mod read;

pub use command::{Command, Kind, Request};
pub use read::{WireError, commands, parse_answer};

#[cfg(test)]
mod tests;
