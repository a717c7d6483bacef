//! The ids of matches, which have 24 hexadecimal digits as on the arena, and of players.

use std::borrow::Borrow;
use std::fmt;
use std::ops::Deref;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use cardsharp_dead_mans_draw_game::wire::sanitize;

/// The number of digits of an id.
const DIGITS: usize = 24;

/// The id of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(super) struct MatchId([u8; DIGITS / 2]);

/// A text that is no id.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is no id of a match: it has 24 hexadecimal digits")]
pub(super) struct BadId(String);

impl MatchId {
    /// A new random id.
    pub(super) fn fresh() -> MatchId {
        MatchId(rand::random())
    }
}

impl FromStr for MatchId {
    type Err = BadId;

    fn from_str(text: &str) -> Result<MatchId, BadId> {
        let mut bytes = [0; DIGITS / 2];
        match hex::decode_to_slice(text, &mut bytes) {
            Ok(()) => Ok(MatchId(bytes)),
            Err(_) => Err(BadId(sanitize(text))),
        }
    }
}

impl TryFrom<String> for MatchId {
    type Error = BadId;

    fn try_from(text: String) -> Result<MatchId, BadId> {
        text.parse()
    }
}

impl From<MatchId> for String {
    fn from(id: MatchId) -> String {
        id.to_string()
    }
}

impl fmt::Display for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

/// The id of a player, which they log in with.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub(super) struct PlayerId(Arc<str>);

impl Deref for PlayerId {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for PlayerId {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl From<&str> for PlayerId {
    fn from(id: &str) -> PlayerId {
        PlayerId(id.into())
    }
}

impl From<String> for PlayerId {
    fn from(id: String) -> PlayerId {
        PlayerId(id.into())
    }
}

impl From<PlayerId> for String {
    fn from(id: PlayerId) -> String {
        id.to_string()
    }
}

impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
