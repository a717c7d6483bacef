//! The messages of the contest's protocol, once for client and server.
//!
//! Every method is a `POST /api/METHOD/` with one JSON object, and every answer one JSON object in which
//! `result` is `success`, `retry` or `failure`; the last two carry `reason`, text for people. In what the
//! server writes `result` is the last key. Source: the organisers' own server, as measured and read.
//!
//! | noun | file |
//! |---|---|
//! | [`Method`], [`Request`] | `request` |
//! | a body on its way to a request, with the checks and coercions of the original | `body` |
//! | [`Answer`] and what stands in one | `answer` |
//! | [`Stamp`], a moment as the original writes it | `stamp` |

mod answer;
mod body;
mod request;
mod stamp;
#[cfg(test)]
mod tests;

pub use answer::{
    Answer, Dealt, Done, Hand, LoggedIn, OldGame, Registered, StatusReport, Told, read_card,
};
pub use body::{BodyFault, Integer};
pub use request::{Method, Request};
pub use stamp::Stamp;

/// Largest bid, number of rounds and cards in a hand of the contest.
pub const ROUNDS: u8 = 13;
/// Hexadecimal digits of a session.
pub const SESSION_DIGITS: usize = 32;
