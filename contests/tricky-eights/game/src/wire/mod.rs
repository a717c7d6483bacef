//! The messages of the protocol: the commands to a contestant, and its answers.
//!
//! A contestant receives [`Command`]s on its standard input, one in a line. It answers those that ask for a card with a
//! line that contains only the card. The commands are printed in the form of the list in the contest's document. They
//! are also read in the forms that the document shows elsewhere: `resultoftrick` or `afterplay` for `result`; `end`
//! with or without the points for `endround`; several commands on one line; a request followed by its answer; a pool
//! with repeated cards.

mod command;
mod read;

pub use command::{Command, Kind, Request};
pub use read::{WireError, commands, parse_answer};
