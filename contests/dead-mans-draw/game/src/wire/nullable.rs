//! Keys that the arena's description calls nullable. They may be null or absent.

use serde::{Deserialize, Deserializer};

/// Reads null like an absent key.
pub(super) fn or_default<'de, D, T>(from: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Default + Deserialize<'de>,
{
    Ok(Option::deserialize(from)?.unwrap_or_default())
}
