//! The seal of a JSON file: a checksum that stands in the file beside its content.

use serde::Serialize;

/// CRC-32 of the content in its compact JSON form. Numbers are written so that they are read back unchanged, so the
/// content that was read has the seal of the content that was written.
pub fn seal_of(content: &impl Serialize) -> u32 {
    serde_json::to_vec(content).map_or(0, |text| crc32fast::hash(&text))
}
