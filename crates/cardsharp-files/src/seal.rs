//! The seal of a JSON file: a checksum that stands in the file beside its content.

use serde::de::DeserializeOwned;
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};
use thiserror::Error;

/// Content that is kept with its seal.
pub trait SealedContent: Serialize + DeserializeOwned {
    /// The key of the content: `part`, `plan` or `result`.
    const KEY: &'static str;
    /// True if people read the file, so that it has lines and indents.
    const PRETTY: bool = false;
}

/// The reason why a file is not what was written.
#[derive(Debug, Error)]
pub enum SealError {
    /// It is no JSON of this kind.
    #[error("{0}")]
    Json(#[from] serde_json::Error),
    /// A byte has changed.
    #[error("its checksum does not fit")]
    Checksum,
}

/// CRC-32 of the content in its compact JSON form. Numbers are written so that they are read back unchanged, so the
/// content that was read has the seal of the content that was written.
pub fn seal_of(content: &impl Serialize) -> u32 {
    serde_json::to_vec(content).map_or(0, |text| crc32fast::hash(&text))
}

/// The file of this content.
///
/// # Errors
///
/// The content cannot be written as JSON.
pub fn sealed<C: SealedContent>(content: &C) -> serde_json::Result<Vec<u8>> {
    let written = Written(content);
    if !C::PRETTY {
        return serde_json::to_vec(&written);
    }
    let mut text = serde_json::to_vec_pretty(&written)?;
    text.push(b'\n');
    Ok(text)
}

/// The content of a file, which is to the byte what [`sealed`] has written.
///
/// # Errors
///
/// [`SealError`].
pub fn unsealed<C: SealedContent>(text: &[u8]) -> Result<C, SealError> {
    let Read { seal, content } = serde_json::from_slice::<Read<C>>(text)?;
    // Some changed digits leave a number what it was, and the seal with it.
    if seal_of(&content) == seal && sealed(&content)? == text { Ok(content) } else { Err(SealError::Checksum) }
}

#[derive(Deserialize)]
struct Read<C> {
    seal: u32,
    #[serde(alias = "part", alias = "plan", alias = "result")]
    content: C,
}

struct Written<'a, C>(&'a C);

impl<C: SealedContent> Serialize for Written<'_, C> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("seal", &seal_of(self.0))?;
        map.serialize_entry(C::KEY, self.0)?;
        map.end()
    }
}

#[cfg(test)]
#[path = "../tests/unit/seal.rs"]
mod tests;
