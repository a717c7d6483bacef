//! The protocol of Challenge, once: what travels between a contest server and its players, and how
//! it is framed. Both ends use these types, so that neither can drift from the other.
//!
//! Source: the API part of the contest's document. A frame is a 4-byte big-endian length and that
//! many bytes of one JSON object, the same both ways; what leaves us is 7-bit ASCII.
//!
//! | noun | file |
//! |---|---|
//! | [`FrameDecoder`], [`encode_frame`] | `frame` |
//! | [`ServerMessage`], [`ClientMessage`] and what they hold | `message` |
//! | [`read_answer`]: a player's frame against the request it should answer | `answer` |

mod answer;
mod frame;
mod message;

pub use answer::{AnswerFault, Reading, read_answer};
pub use frame::{EncodeError, FrameDecoder, FrameTooLong, HEADER_BYTES, MAX_FRAME, encode_frame};
pub use message::{
    ClientMessage, Outcome, RequestKind, RequestMessage, RequestState, Response, ResultMessage,
    ServerMessage,
};
