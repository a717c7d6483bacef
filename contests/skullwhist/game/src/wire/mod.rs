//! The messages of the contest's protocol, shared by client and server.
//!
//! Every method is a `POST /api/METHOD/` with one JSON object. Every answer is one JSON object, in which `result` is
//! `success`, `retry` or `failure`. The last two have a `reason`, a text for people. In the server's output `result` is
//! the last key. Source: the organisers' own server, by measurement and by its source.
//!
//! | noun | file |
//! |---|---|
//! | [`Method`], [`Request`] | `request` |
//! | the conversion of a body to a request, with the checks of the original | `body` |
//! | [`Answer`] and its contents | `answer` |
//! | [`Timestamp`], a time in the original's format | `timestamp` |

mod answer;
mod body;
mod request;
#[cfg(test)]
#[path = "../../tests/unit/wire/mod.rs"]
mod tests;
mod timestamp;

pub use answer::{Answer, Dealt, Done, Hand, LoggedIn, OldGame, Registered, StatusReport, SuccessBody, read_card};
pub use body::{BodyFault, Integer};
pub use request::{Method, Request};
pub use timestamp::Timestamp;

/// The highest bid, the number of rounds, and the number of cards in a hand of the contest.
pub const ROUNDS: u8 = 13;
/// The number of hexadecimal digits of a session.
pub const SESSION_DIGITS: usize = 32;
