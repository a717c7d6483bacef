//! What the arena's description calls nullable may be null, or not be there at all.

use serde::{Deserialize, Deserializer};

/// Reads null as a key is read that is absent.
pub(super) fn or_default<'de, D, T>(from: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Default + Deserialize<'de>,
{
    Ok(Option::deserialize(from)?.unwrap_or_default())
}
