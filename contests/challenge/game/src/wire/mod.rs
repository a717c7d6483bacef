//! The protocol between a contest server and its players: the messages and their framing. Server
//! and client use the same types, so that they cannot drift apart.
//!
//! Source: the API part of the contest's document. A frame is a 4-byte big-endian length and that
//! many bytes of one JSON object, in both directions. The messages that we send are 7-bit ASCII.
//!
//! | noun | file |
//! |---|---|
//! | [`FrameDecoder`], [`encode_frame`] | `frame` |
//! | [`ServerMessage`], [`ClientMessage`] and their parts | `message` |
//! | [`read_answer`]: reads a player's answer to the open request | `answer` |

mod answer;
mod frame;
mod message;

pub use answer::{AnswerFault, Reading, read_answer};
pub use frame::{EncodeError, FrameDecoder, FrameTooLong, HEADER_BYTES, MAX_FRAME, encode_frame};
pub use message::{
    ClientMessage, Outcome, RequestKind, RequestMessage, RequestState, Response, ResultMessage, ServerMessage,
};
