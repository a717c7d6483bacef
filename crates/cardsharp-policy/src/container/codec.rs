//! The encoding of the header. No other module uses bincode.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::HEADER_LIMIT;
use cardsharp_terminal::counted::counted;

/// The codec that is written: bincode 2, standard configuration, through serde. Every file contains
/// this number, so that the codec can change without a new format version.
pub(super) const CODEC: u32 = 1;

fn configuration() -> impl bincode::config::Config {
    bincode::config::standard().with_limit::<HEADER_LIMIT>()
}

/// Encodes a value. Returns `None` if the result is longer than [`HEADER_LIMIT`].
pub(super) fn encode<T: Serialize>(value: &T) -> Option<Vec<u8>> {
    let bytes = bincode::serde::encode_to_vec(value, configuration()).ok()?;
    (bytes.len() <= HEADER_LIMIT).then_some(bytes)
}

/// Decodes a value that takes up all of the bytes. The error describes the fault.
pub(super) fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    let (value, used) = bincode::serde::decode_from_slice(bytes, configuration()).map_err(|error| error.to_string())?;
    if used == bytes.len() {
        Ok(value)
    } else {
        let left = counted((bytes.len() - used) as u64, "byte");
        Err(format!("{left} too many"))
    }
}
