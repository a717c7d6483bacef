//! Framing: the length and the JSON body of each message, in both directions.

use std::io;

use serde::Serialize;
use serde_json::ser::Formatter;
use thiserror::Error;

/// The number of bytes of the length in front of every message.
pub const HEADER_BYTES: usize = 4;
/// The longest body that is accepted, in bytes. Real messages have a few hundred.
pub const MAX_FRAME: usize = 1 << 20;

/// The other end announced a longer message than is accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a message of {announced} bytes was announced, at most {limit} are taken")]
pub struct FrameTooLong {
    /// The length in the header, in bytes.
    pub announced: u32,
    /// The longest body that is accepted, in bytes.
    pub limit: usize,
}

/// A message could not be encoded.
#[derive(Debug, Error)]
pub enum EncodeError {
    /// The serializer refused it.
    #[error("the message could not be encoded as JSON")]
    Json(#[from] serde_json::Error),
    /// It is longer than a frame may be.
    #[error("the message has {0} bytes, more than a frame holds")]
    TooLong(usize),
}

/// Takes bytes from the network in pieces of any size, and returns whole message bodies.
///
/// The limit bounds its memory. It never allocates by an announced length. A length above the limit
/// is an error at once, before the body arrives.
#[derive(Debug)]
pub struct FrameDecoder {
    buffer: Vec<u8>,
    /// The number of bytes at the front of the buffer that were returned already.
    consumed: usize,
    limit: usize,
}

impl Default for FrameDecoder {
    fn default() -> Self {
        FrameDecoder::new(MAX_FRAME)
    }
}

impl FrameDecoder {
    /// A decoder that accepts bodies of up to `limit` bytes.
    pub fn new(limit: usize) -> FrameDecoder {
        FrameDecoder { buffer: Vec::new(), consumed: 0, limit }
    }

    /// Adds the bytes that arrived. Call [`FrameDecoder::next_frame`] until it returns none before
    /// the next call. The buffer then never holds more than one frame and one read.
    pub fn push(&mut self, bytes: &[u8]) {
        if self.consumed > 0 {
            self.buffer.drain(..self.consumed);
            self.consumed = 0;
        }
        self.buffer.extend_from_slice(bytes);
    }

    /// The next whole body, if it has arrived. After an error the stream cannot be read on, since
    /// the start of the next message is unknown.
    pub fn next_frame(&mut self) -> Result<Option<&[u8]>, FrameTooLong> {
        let waiting = &self.buffer[self.consumed..];
        let Some((header, body)) = waiting.split_first_chunk::<HEADER_BYTES>() else {
            return Ok(None);
        };
        let announced = u32::from_be_bytes(*header);
        let limit = self.limit;
        let length = match usize::try_from(announced) {
            Ok(length) if length <= limit => length,
            _ => return Err(FrameTooLong { announced, limit }),
        };
        if body.len() < length {
            return Ok(None);
        }
        let start = self.consumed + HEADER_BYTES;
        self.consumed = start + length;
        Ok(Some(&self.buffer[start..start + length]))
    }

    /// True if a message has begun and not ended.
    pub fn is_inside_frame(&self) -> bool {
        self.consumed < self.buffer.len()
    }
}

/// Encodes a message with its header, ready for one write. Several of the contest's clients fail if
/// header and body arrive apart.
pub fn encode_frame<T: Serialize>(message: &T) -> Result<Vec<u8>, EncodeError> {
    let mut frame = vec![0; HEADER_BYTES];
    let mut serializer = serde_json::Serializer::with_formatter(&mut frame, AsciiFormatter);
    message.serialize(&mut serializer)?;
    let length = frame.len() - HEADER_BYTES;
    let header = match u32::try_from(length) {
        Ok(header) if length <= MAX_FRAME => header,
        _ => return Err(EncodeError::TooLong(length)),
    };
    frame[..HEADER_BYTES].copy_from_slice(&header.to_be_bytes());
    Ok(frame)
}

/// Compact JSON of 7-bit ASCII only, as the contest promises its players. All other characters are written as `\uXXXX`.
struct AsciiFormatter;

impl Formatter for AsciiFormatter {
    fn write_string_fragment<W: ?Sized + io::Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        for character in fragment.chars() {
            if character.is_ascii() && character != '\u{7f}' {
                writer.write_all(&[character as u8])?;
                continue;
            }
            for unit in character.encode_utf16(&mut [0; 2]) {
                write!(writer, "\\u{unit:04x}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
#[path = "../../tests/unit/wire/frame.rs"]
mod tests;
